import { parseConnection } from '#core/sync/store/connection-string.ts';
import { DeskError, invalidInput, type Problem } from '#shared/result.ts';

const NEEDED = {
  name: { field: 'name', code: 'shared-name-empty' },
  computer: { field: 'computer', code: 'computer-empty' },
} as const;

/** A name as it is kept: without the spaces around it, and with single ones in it. */
export const tidyName = (typed: string): string => typed.trim().replace(/\s+/g, ' ');

/** Throws `invalid-input` with the problems, if there are any: all of a form at once. */
export const refuse = (problems: readonly Problem[]): void => {
  if (problems.length > 0) throw invalidInput('Something is missing or taken.', ...problems);
};

/** `name`: of the shared desk; `computer`: of this one. */
export const problemsOfNames = (names: { readonly name?: string; readonly computer?: string }): readonly Problem[] =>
  (['name', 'computer'] as const).flatMap((what) => (names[what] === '' ? [NEEDED[what]] : []));

/** What `parseConnection` refuses. */
export const problemsOfConnection = (connection: string): readonly Problem[] => {
  try {
    parseConnection(connection);
    return [];
  } catch (error) {
    if (error instanceof DeskError && error.details?.problems !== undefined) return error.details.problems;
    throw error;
  }
};

const asPeopleRead = (name: string): string => name.normalize('NFKC').toLocaleLowerCase();

/** Throws `invalid-input`: of two computers with one name nobody could say which of them it is. */
export const refuseTaken = (computer: string, others: readonly string[]): void => {
  if (others.some((name) => asPeopleRead(name) === asPeopleRead(computer)))
    refuse([{ field: 'computer', code: 'computer-taken', params: { name: computer } }]);
};
