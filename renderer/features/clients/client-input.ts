import { type ClientFields, checkClientFields, clientFieldsOf, forClientTexts } from '#shared/domain/client-fields.ts';
import { parseMessengerId, typedIdProblem } from '#shared/domain/client-identity.ts';
import type { AppError, Result } from '#shared/result.ts';

/** A client as it is typed: the id is text until it is read. */
export interface TypedClient extends Omit<ClientFields, 'messengerId'> {
  readonly messengerId: string;
}

export const NO_CLIENT: TypedClient = { messengerId: '', clientKey: '', tags: [], ...forClientTexts(() => '') };

/**
 * Everything wrong with what was typed at once, before the core is asked: only here the id is still text. What is right
 * has the fields of a client and no others: the core refuses a whole row.
 */
export const readTyped = (input: TypedClient): Result<ClientFields> => {
  const typed = clientFieldsOf(input);
  const id = parseMessengerId(typed.messengerId);
  const { problems } = checkClientFields({ ...typed, messengerId: id.ok ? id.value : 0 });
  const all = id.ok ? problems : [typedIdProblem(typed.messengerId, id.problem), ...problems];
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

/** What is left of an error once these fields were changed: what it said of them is about something else now. */
export const errorAfter = (error: AppError | undefined, change: Partial<TypedClient>): AppError | undefined => {
  const isPair = 'messengerId' in change || 'clientKey' in change;
  if (error === undefined || (error.kind === 'conflict' && isPair)) return undefined;
  const { problems } = error.details ?? {};
  if (problems === undefined) return error;
  const left = problems.filter(({ field }) => !(field in change));
  return left.length === 0 ? undefined : { ...error, details: { ...error.details, problems: left } };
};
