import { type ClientFields, checkClientFields } from '#shared/domain/client-fields.ts';
import { parseMessengerId } from '#shared/domain/client-identity.ts';
import type { AppError, Result } from '#shared/result.ts';

/** A client as it is typed: the id is text until it is read. */
export interface TypedClient extends Omit<ClientFields, 'messengerId'> {
  readonly messengerId: string;
}

export const NO_CLIENT: TypedClient = { messengerId: '', clientKey: '', name: '', note: '', tags: [] };

/** Everything wrong with what was typed at once, before the core is asked: only here the id is still text. */
export const readTyped = (typed: TypedClient): Result<ClientFields> => {
  const id = parseMessengerId(typed.messengerId);
  const { problems } = checkClientFields({ ...typed, messengerId: id.ok ? id.value : 0 });
  const all = id.ok ? problems : [id.problem, ...problems];
  if (id.ok && all.length === 0) return { ok: true, value: { ...typed, messengerId: id.value } };
  const error: AppError = { kind: 'invalid-input', message: 'The form is not right.', details: { problems: all } };
  return { ok: false, error };
};

/** The client that has the pair already, when the error is about one. */
export const existingClientOf = (
  error: AppError | undefined,
): { readonly id: number; readonly name: string } | undefined => {
  const { clientId, name } = error?.details?.params ?? {};
  return typeof clientId === 'number' ? { id: clientId, name: String(name ?? '') } : undefined;
};
