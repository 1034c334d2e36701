/**
 * An error on its way between two threads. It keeps `code`, `syscall`, `cause` and `errors`, by which the API client
 * tells requests that provably never left from those that may have left (service/api/network-error.ts). It has no
 * stack.
 */
export interface WireError {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  readonly syscall?: string;
  readonly cause?: WireError;
  readonly errors?: readonly WireError[];
}

const MAX_DEPTH = 8;

const textOf = (error: object, key: string): string | undefined => {
  const value: unknown = Reflect.get(error, key);
  return typeof value === 'string' ? value : undefined;
};

export const toWire = (error: unknown, depth = 0): WireError => {
  if (typeof error !== 'object' || error === null || depth > MAX_DEPTH) return { name: 'Error', message: '' };
  const [code, syscall] = [textOf(error, 'code'), textOf(error, 'syscall')];
  const cause: unknown = Reflect.get(error, 'cause');
  const errors: unknown = Reflect.get(error, 'errors');
  return {
    name: textOf(error, 'name') ?? 'Error',
    message: textOf(error, 'message') ?? '',
    ...(code === undefined ? {} : { code }),
    ...(syscall === undefined ? {} : { syscall }),
    ...(typeof cause === 'object' && cause !== null ? { cause: toWire(cause, depth + 1) } : {}),
    ...(Array.isArray(errors) ? { errors: errors.map((one: unknown) => toWire(one, depth + 1)) } : {}),
  };
};

export const fromWire = ({ name, message, cause, errors, ...codes }: WireError): Error => {
  const error = new Error(message, cause === undefined ? {} : { cause: fromWire(cause) });
  return Object.assign(error, { name, ...codes }, errors === undefined ? {} : { errors: errors.map(fromWire) });
};
