import { parseConnection } from '#core/sync/store/connection-string.ts';
import { DeskError, invalidInput, type Problem } from '#shared/result.ts';

const NEEDED = {
  name: { field: 'name', code: 'shared-name-empty' },
  computer: { field: 'computer', code: 'computer-empty' },
} as const;

/** Returns a name as it is stored: without spaces around it, and with single spaces inside. */
export const tidyName = (typed: string): string => typed.trim().replace(/\s+/g, ' ');

/** Throws `invalid-input` with all problems of a form at once, if there are any. */
export const refuse = (problems: readonly Problem[]): void => {
  if (problems.length > 0) throw invalidInput('A field of the form is not valid.', ...problems);
};

/** Returns the problems of typed names. `name` is that of the shared desk, `computer` that of this computer. */
export const problemsOfNames = (names: { readonly name?: string; readonly computer?: string }): readonly Problem[] =>
  (['name', 'computer'] as const).flatMap((what) => (names[what] === '' ? [NEEDED[what]] : []));

/** Returns the problems for which `parseConnection` refuses a connection string. */
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

/** Throws `invalid-input` if another computer has the same name, because users could not tell the two apart. */
export const refuseTaken = (computer: string, others: readonly string[]): void => {
  if (others.some((name) => asPeopleRead(name) === asPeopleRead(computer)))
    refuse([{ field: 'computer', code: 'computer-taken', params: { name: computer } }]);
};
