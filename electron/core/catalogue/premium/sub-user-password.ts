import type { ClientPair } from '#core/catalogue/clients/client-pair.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import type { Session } from '#core/service/account/session.ts';
import { wasNeverSent } from '#core/service/api/api-call-error.ts';
import type { ApiClient } from '#core/service/api/api-client.ts';
import type { Answered } from '#core/service/api/call.ts';
import type { WirePasswordShape as Answer } from '#shared/api/lenient-shapes.ts';
import { DeskError } from '#shared/result.ts';
import { type StoredPassword, saveSubUserPassword, storedPassword } from './premium-repository.ts';

interface Deps {
  readonly session: Session;
  readonly db: Database;
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

/**
 * Creates the actions on the password of a client's sub-user (docs/api.md#sub-user-password): read, reset and reveal.
 */
export const createSubUserPassword = ({ db, session }: Deps) => {
  const save = (client: ClientPair, { value, receivedAt }: Answered<Answer>): StoredPassword => {
    const stored = toStored(value);
    saveSubUserPassword(db, client.clientId, stored, receivedAt);
    return stored;
  };

  const refresh = async (client: ClientPair, api?: ApiClient): Promise<StoredPassword> =>
    save(client, await (api ?? (await session.api())).call('premium.password', { client }));

  /** Returns the stored password, or reads it if it was never read. Throws `not-found` if there is none. */
  const reveal = async (client: ClientPair): Promise<StoredPassword> => {
    const stored = storedPassword(db, client.clientId) ?? (await refresh(client));
    if (stored.shape === 'none') {
      throw new DeskError('not-found', 'This client has no password yet.', { code: 'no-password' });
    }
    return stored;
  };

  /**
   * Sets a new password. If it is unknown whether the reset arrived, the password is read, so that the old one is not
   * trusted.
   */
  const reset = async (client: ClientPair): Promise<void> => {
    const api = await session.api();
    try {
      const answer = await api.call('premium.password.reset', { client });
      if (answer.value.kind === 'password') save(client, answer);
      else await refresh(client, api);
    } catch (error) {
      if (!wasNeverSent(error)) await refresh(client, api).catch(() => undefined);
      throw error;
    }
  };

  return { refresh, reveal, reset };
};
