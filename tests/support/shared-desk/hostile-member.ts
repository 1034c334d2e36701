import { randomUUID } from 'node:crypto';
import { sealBatch, sealComputer } from '#core/sync/crypto/batch.ts';
import { openInvitation, parseInvitation } from '#core/sync/crypto/invitation.ts';
import { type KeyRing, makeIdentity } from '#core/sync/crypto/keys.ts';
import { writeChange } from '#core/sync/membership/change.ts';
import type { RecordChange } from '#core/sync/model/record-change.ts';
import type { TestDesk } from '../desk-core.ts';
import { nextHead, openTestStore } from './desk-store.ts';

export const PASSPHRASE = 'seven wet lamps under a bridge';

export const invite = async (from: TestDesk): Promise<string> => {
  await from.call('sharedDesk.copyInvitation', { passphrase: PASSPHRASE, repeated: PASSPHRASE });
  return from.desktop.copied.at(-1)?.text ?? '';
};

/** Joins as an invited computer whose app sends whatever it likes. */
export const joinAsHostile = async (from: TestDesk) => {
  const invitation = await openInvitation(parseInvitation(await invite(from)), PASSPHRASE, Date.now());
  const { connection, deskId, keys } = invitation;
  const identity = makeIdentity();
  const { store, id } = openTestStore(connection, deskId, { id: randomUUID() });
  /** Appends anything after the newest change. */
  const say = async (value: unknown, ring: KeyRing = keys, wrappedKeys: readonly Uint8Array[] = []): Promise<void> => {
    for (let isIn = false; !isIn; ) {
      const head = await store.head();
      if (head === null) throw new Error('the desk is gone');
      const sealed = sealBatch(ring, { deskId, seq: head.seq + 1, previous: head.hash }, value, wrappedKeys);
      isIn = (await store.append(head, sealed, nextHead(head, sealed))).appended;
    }
  };
  return {
    id,
    store,
    keys,
    deskId,
    identity,
    say,
    tell: (told: readonly RecordChange[]) => say(writeChange({ records: told, removed: [] })),
    /** Writes a name and a public key into anybody's entry. */
    profile: (computerId: string, name: string): Uint8Array =>
      sealComputer(keys, { deskId, computerId }, { name, publicKey: identity.publicKey }),
    putEntry: (name: string) =>
      store.putComputer(sealComputer(keys, { deskId, computerId: id }, { name, publicKey: identity.publicKey })),
  };
};

export type HostileMember = Awaited<ReturnType<typeof joinAsHostile>>;
