import type { ProxyList } from '#shared/contract/lists.ts';
import type { ListsProblem } from '#shared/contract/runs.ts';
import type { ListsProblemCode } from '#shared/domain/lists-run.ts';
import type { ErrorKind } from '#shared/result.ts';

const BY_KIND: Readonly<Partial<Record<ErrorKind, ListsProblemCode>>> = {
  offline: 'offline',
  timeout: 'timeout',
  unauthorized: 'token',
  forbidden: 'token',
  'signed-out': 'token',
  'rate-limited': 'rate-limited',
  rejected: 'refused',
  server: 'server',
  malformed: 'malformed',
  file: 'file',
  storage: 'storage',
};

const BY_CODE: Readonly<Record<string, ListsProblemCode>> = {
  client: 'client-removed',
  'client-changed': 'client-changed',
  list: 'list-removed',
  'list-running': 'list-running',
  'list-arriving': 'list-arriving',
  'no-lines': 'no-lines',
  'format-ambiguous': 'format',
  'format-no-credentials': 'format',
  'format-other-access': 'format',
  'disk-full': 'disk-full',
  'database-full': 'disk-full',
  'file-too-big': 'disk-full',
  'no-permission': 'no-permission',
  'read-only': 'no-permission',
  'folder-missing': 'folder-missing',
};

/** The parts of a thrown or stored error that decide about the line. */
interface FailedList {
  readonly kind: ErrorKind;
  readonly details?: { readonly code?: string; readonly serviceMessage?: string } | undefined;
}

/** Returns the problem of a list that failed, with the service's own words if there are any. */
export const problemOf = ({ kind, details }: FailedList): ListsProblem => ({
  code: BY_CODE[details?.code ?? ''] ?? BY_KIND[kind] ?? 'internal',
  words: details?.serviceMessage ?? '',
});

/** Errors that would affect the next line as well, so the run stops instead of failing thousands of times. */
const GENERAL = new Set<ListsProblemCode>([
  'offline',
  'token',
  'disk-full',
  'no-permission',
  'folder-missing',
  'storage',
  'internal',
]);

/** Whether the problem would affect the next line as well. */
export const isGeneral = ({ code }: ListsProblem): boolean => GENERAL.has(code);

/** Returns the problem of a list that was finished but differs from the request. */
export const problemOfList = (list: ProxyList): ListsProblem | null => {
  if (list.lineCount === 0) return { code: 'no-lines', words: '' };
  if (list.lineCount < list.recipe.quantity) return { code: 'fewer-lines', words: '' };
  return list.issues.some(({ code }) => code === 'layout') ? { code: 'layout', words: '' } : null;
};
