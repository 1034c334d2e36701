import { assertSameClient, type ClientPair } from '#core/catalogue/clients/client-pair.ts';
import type { CommonDeps } from '#core/context.ts';
import type { AnswerOrder } from '#core/platform/async/answer-order.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { wasNeverSent } from '#core/service/api/api-call-error.ts';
import type { ApiClient } from '#core/service/api/api-client.ts';
import type { Answered } from '#core/service/api/call.ts';
import type { WirePasswordShape as Answer } from '#shared/api/lenient-shapes.ts';
import { DeskError } from '#shared/result.ts';
import {
  forgetSubUserPassword,
  type StoredPassword,
  saveSubUserPassword,
  storedPassword,
} from './premium-repository.ts';

/** The actions on the password of a client's sub-user need this (docs/api.md#sub-user-password). */
export interface PasswordContext extends CommonDeps<'db' | 'session'> {
  readonly passwordOrder: AnswerOrder<number>;
}

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

const save = (db: Database, client: ClientPair, { value, receivedAt }: Answered<Answer>): void =>
  saveSubUserPassword(db, client.clientId, toStored(value), receivedAt);

/** Reads the password and stores it. Returns the stored one if it is newer: a reset may have been answered meanwhile. */
export const refreshPassword = async (
  { db, session, passwordOrder }: PasswordContext,
  client: ClientPair,
  api?: ApiClient,
): Promise<StoredPassword> => {
  const keep = passwordOrder.ask(client.clientId);
  const answer = await (api ?? (await session.api())).call('premium.password', { client });
  assertSameClient(db, client);
  keep(() => save(db, client, answer));
  return storedPassword(db, client.clientId) ?? toStored(answer.value);
};

/** Returns the stored password, or reads it if it was never read. Throws `not-found` if there is none. */
export const revealPassword = async (context: PasswordContext, client: ClientPair): Promise<StoredPassword> => {
  const stored = storedPassword(context.db, client.clientId) ?? (await refreshPassword(context, client));
  if (stored.shape === 'none') {
    throw new DeskError('not-found', 'This client has no password yet.', { code: 'no-password' });
  }
  return stored;
};

/**
 * Sets a new password. If it is unknown whether the reset arrived, or what the new password is, the old one is forgotten and
 * the password is read. A reading from before the reset is not stored any more. If the answer contains no password, the
 * one that is read must differ from the one that was known. Throws `rejected` (`password-not-reset`) if it does not, and
 * `malformed` (`password-reset-unknown`) if they cannot be compared.
 */
export const resetPassword = async (context: PasswordContext, client: ClientPair): Promise<void> => {
  const { db, session, passwordOrder } = context;
  const api = await session.api();
  const before = storedPassword(db, client.clientId);
  const readAgain = async (): Promise<StoredPassword> => {
    assertSameClient(db, client);
    passwordOrder.changed(client.clientId);
    forgetSubUserPassword(db, client.clientId);
    return refreshPassword(context, client, api);
  };
  const answer = await api.call('premium.password.reset', { client }).catch(async (error: unknown) => {
    if (!wasNeverSent(error)) await readAgain().catch(() => undefined);
    throw error;
  });
  if (answer.value.kind !== 'password') {
    const now = await readAgain();
    if (before?.shape !== 'known' || now.shape !== 'known') {
      throw new DeskError('malformed', 'The service did not say whether it set a new password.', {
        code: 'password-reset-unknown',
      });
    }
    if (now.password === before.password) {
      throw new DeskError('rejected', 'The service did not set a new password.', { code: 'password-not-reset' });
    }
    return;
  }
  assertSameClient(db, client);
  passwordOrder.changed(client.clientId);
  save(db, client, answer);
};
