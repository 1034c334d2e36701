import { type AccountDeps, createAccount } from './account/account-handlers.ts';
import { createConnection } from './connection/connection-feature.ts';

/** The open account of the service, the other accounts, and whether the service can be reached. */
export type ServiceLayer = ReturnType<typeof createServiceLayer>;

export const createServiceLayer = (deps: Omit<AccountDeps, 'onOutcome'>) => {
  const { bus, clock } = deps;
  const connection = createConnection({ clock, bus, api: () => account.session.api() });
  const account = createAccount({ ...deps, onOutcome: connection.report });
  return { account, connection, handlers: { ...account.handlers, ...connection.handlers }, close: connection.close };
};
