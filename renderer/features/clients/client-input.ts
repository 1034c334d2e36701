import { type ClientFields, checkClientFields, clientFieldsOf, forClientTexts } from '#shared/domain/client-fields.ts';
import { parseMessengerId, typedIdProblem } from '#shared/domain/client-identity.ts';
import type { AppError, Result } from '#shared/result.ts';

/** A client as typed. The id is a text until it is parsed. */
export interface TypedClient extends Omit<ClientFields, 'messengerId'> {
  readonly messengerId: string;
}

export const NO_CLIENT: TypedClient = { messengerId: '', clientKey: '', tags: [], ...forClientTexts(() => '') };

/**
 * Parses the typed values and reports all problems at once, because only the form still has the id as text. The result
 * has exactly the fields of a client, since the core refuses a whole row.
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

/** The client that already has the pair, if the error names one. */
export const existingClientOf = (
  error: AppError | undefined,
): { readonly id: number; readonly name: string } | undefined => {
  const { clientId, name } = error?.details?.params ?? {};
  return typeof clientId === 'number' ? { id: clientId, name: String(name ?? '') } : undefined;
};

/** The part of an error that is left after these fields were changed, because their problems are obsolete. */
export const errorAfter = (error: AppError | undefined, change: Partial<TypedClient>): AppError | undefined => {
  const isPair = 'messengerId' in change || 'clientKey' in change;
  if (error === undefined || (error.kind === 'conflict' && isPair)) return undefined;
  const { problems } = error.details ?? {};
  if (problems === undefined) return error;
  const left = problems.filter(({ field }) => !(field in change));
  return left.length === 0 ? undefined : { ...error, details: { ...error.details, problems: left } };
};
