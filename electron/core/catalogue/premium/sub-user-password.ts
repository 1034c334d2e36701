import { assertSameClient, type ClientPair } from '#core/catalogue/clients/client-pair.ts';
import type { CommonDeps } from '#core/context.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { wasNeverSent } from '#core/service/api/api-call-error.ts';
import type { ApiClient } from '#core/service/api/api-client.ts';
import type { Answered } from '#core/service/api/call.ts';
import type { WirePasswordShape as Answer } from '#shared/api/lenient-shapes.ts';
import { DeskError } from '#shared/result.ts';
import { type StoredPassword, saveSubUserPassword, storedPassword } from './premium-repository.ts';

/** The actions on the password of a client's sub-user need this (docs/api.md#sub-user-password). */
type PasswordContext = CommonDeps<'db' | 'session'>;

const toStored = (answer: Answer): StoredPassword => {
  switch (answer.kind) {
    case 'password':
      return { shape: 'known', password: answer.password };
    case 'none':
      return { shape: 'none', password: '' };
    case 'raw':
      return { shape: 'raw', password: answer.text };
  }
};

const save = (db: Database, client: ClientPair, { value, receivedAt }: Answered<Answer>): StoredPassword => {
  assertSameClient(db, client);
  const stored = toStored(value);
  saveSubUserPassword(db, client.clientId, stored, receivedAt);
  return stored;
};

/** Reads the password and stores it. */
export const refreshPassword = async (
  { db, session }: PasswordContext,
  client: ClientPair,
  api?: ApiClient,
): Promise<StoredPassword> =>
  save(db, client, await (api ?? (await session.api())).call('premium.password', { client }));

/** Returns the stored password, or reads it if it was never read. Throws `not-found` if there is none. */
export const revealPassword = async (context: PasswordContext, client: ClientPair): Promise<StoredPassword> => {
  const stored = storedPassword(context.db, client.clientId) ?? (await refreshPassword(context, client));
  if (stored.shape === 'none') {
    throw new DeskError('not-found', 'This client has no password yet.', { code: 'no-password' });
  }
  return stored;
};

/**
 * Sets a new password. If it is unknown whether the reset arrived, the password is read, so that the old one is not
 * trusted.
 */
export const resetPassword = async (context: PasswordContext, client: ClientPair): Promise<void> => {
  const { db, session } = context;
  const api = await session.api();
  try {
    const answer = await api.call('premium.password.reset', { client });
    if (answer.value.kind === 'password') save(db, client, answer);
    else await refreshPassword(context, client, api);
  } catch (error) {
    if (!wasNeverSent(error)) await refreshPassword(context, client, api).catch(() => undefined);
    throw error;
  }
};
