import { type ClientFields, checkClientFields, clientFieldsOf, forClientTexts } from '#shared/domain/client-fields.ts';
import { parseMessengerId, typedIdProblem } from '#shared/domain/client-identity.ts';
import type { AppError } from '#shared/result.ts';
import { type Read, unreadable } from '../../ui/form/form-state.ts';

/** A client as typed. The id is a text until it is parsed. */
export interface TypedClient extends Omit<ClientFields, 'messengerId'> {
  readonly messengerId: string;
}

export const NO_CLIENT: TypedClient = {
  messengerId: '',
  clientKey: '',
  tags: [],
  paidUntil: null,
  ...forClientTexts(() => ''),
};

/**
 * Parses the typed values and reports all problems at once, because only the form still has the id as text. The result
 * has exactly the fields of a client, since the core refuses a whole row.
 */
export const readTyped = (input: TypedClient): Read<ClientFields> => {
  const typed = clientFieldsOf(input);
  const id = parseMessengerId(typed.messengerId);
  const { problems } = checkClientFields({ ...typed, messengerId: id.ok ? id.value : 0 });
  const all = id.ok ? problems : [typedIdProblem(typed.messengerId, id.problem), ...problems];
  if (id.ok && all.length === 0) return { ok: true, value: { ...typed, messengerId: id.value } };
  return unreadable(...all);
};

/** The client that already has the pair, if the error names one. */
export const existingClientOf = (
  error: AppError | undefined,
): { readonly id: number; readonly name: string } | undefined => {
  const { clientId, name } = error?.details?.params ?? {};
  return typeof clientId === 'number' ? { id: clientId, name: String(name ?? '') } : undefined;
};

/** Whether the change is one of the pair that the service already knows, which then may no longer be so. */
export const isConflictOver = (error: AppError | undefined, change: Partial<TypedClient>): boolean =>
  error?.kind === 'conflict' && ('messengerId' in change || 'clientKey' in change);
