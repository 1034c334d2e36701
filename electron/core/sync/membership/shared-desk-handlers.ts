import { randomUUID } from 'node:crypto';
import { dropArrivingLists } from '#core/catalogue/lists/list-repository.ts';
import type { CommonDeps } from '#core/context.ts';
import type { FeatureHandlers } from '#core/handlers.ts';
import type { ChargeGuard } from '#core/money/purchases/buying.ts';
import { adoptPurchases } from '#core/money/purchases/colleagues.ts';
import { keepFormerLimits } from '#core/money/rights/computer-rights.ts';
import { createTurns } from '#core/platform/async/turns.ts';
import { uptimeOf } from '#core/platform/async/uptime.ts';
import type { Keychain } from '#core/platform/secrets/keychain.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { toStoredError } from '#core/platform/text/stored-error.ts';
import { makeIdentity, newKeyRing } from '#core/sync/crypto/keys.ts';
import { createMemberSecrets, type MemberSecret } from '#core/sync/crypto/member-secret.ts';
import { captureChanges, endCapture, withoutCapture } from '#core/sync/model/capture.ts';
import { countConflicts, openConflicts, settleConflict } from '#core/sync/model/conflicts.ts';
import type { News } from '#core/sync/model/doc-kind.ts';
import { KINDS } from '#core/sync/model/kinds.ts';
import type { Timestamp } from '#core/sync/model/timestamps.ts';
import { checkConnection } from '#core/sync/store/check-connection.ts';
import { parseConnection } from '#core/sync/store/connection-string.ts';
import { openStore } from '#core/sync/store/open-store.ts';
import { makeDesk } from '#core/sync/store/schema.ts';
import type { Role } from '#core/sync/store/shared-store.ts';
import type { ConflictKind, SharedDeskState, SharedRole } from '#shared/contract/shared-desk.ts';
import { DeskError } from '#shared/result.ts';
import { assertUnguarded, holding } from './charge-hold.ts';
import type { ComputerEntry } from './computers.ts';
import { createForgottenMemberships, UNGUARDED } from './forgotten-memberships.ts';
import { createJoining } from './joining.ts';
import { type Member, openMember } from './member.ts';
import {
  addMembership,
  allMemberships,
  becomeAnotherComputer,
  findMembership,
  type Membership,
  newDeskSession,
  removeMembership,
  unsharedAccounts,
} from './membership.ts';
import type { SharedDeskOrders } from './orders.ts';
import { reconnectDesk } from './reconnecting.ts';
import { rightsHandlers } from './rights-handlers.ts';
import { chargeInFlight, keyMissing, notShared } from './shared-desk-errors.ts';
import { problemsOfConnection, problemsOfNames, refuse, refuseTaken, tidyName } from './typed-names.ts';
import { UNCONNECTED } from './unconnected-state.ts';
import type { HashToken } from './whose-books.ts';

interface SharedDeskDeps
  extends CommonDeps<
    'db' | 'clock' | 'logger' | 'emit' | 'session' | 'dialogs' | 'desktop' | 'partials' | 'language' | 'scryptRounds'
  > {
  readonly isOpen: (accountId: string) => boolean;
  readonly hasChargeInFlight: (accountId: string) => boolean;
  readonly keychain: Keychain;
  readonly baseUrlOf: (accountId: string) => string;
  /** See `HashToken`. */
  readonly hashToken: (accountId: string, key: Uint8Array) => Promise<string | null>;
  readonly balanceOf: (accountId: string) => ComputerEntry['sums'];
  /** Called when another computer did something with alerts of the open desk. */
  readonly onAlerts: () => void;
  readonly orders: SharedDeskOrders;
  /** Tells for each role whether this computer could perform it now for the shared desk of an account. */
  readonly wants: Readonly<Record<Role, (accountId: string) => boolean>>;
}

export interface SharedDesk extends ChargeGuard {
  readonly handlers: FeatureHandlers<'sharedDesk'>;
  /** Joins the shared desks of this computer's accounts. Never rejects. */
  start(): Promise<void>;
  /**
   * Shows the window the state, and announces this computer again to the others. Call it when another account is open,
   * or the same one with another token.
   */
  announceState(): void;
  /** Returns whether another computer of the account's shared desk has this token, as far as is known. */
  knowsToken(accountId: string, hash: HashToken): Promise<boolean>;
  /** Publishes local changes soon, if there are any. */
  soon(): void;
  /** Returns which computer has the role. It is this one if nothing is shared. */
  roleOf(accountId: string, role: Role): SharedRole;
  /** See `Member`. Has no effect if nothing is shared. */
  claim(accountId: string): Promise<void>;
  exchange(accountId: string): Promise<void>;
  /** Ends the sharing of an account's desk. The others no longer see this computer. Never rejects. */
  forget(accountId: string): Promise<void>;
  close(): void;
}

const UNKNOWN: SharedRole = { is: 'unknown', computer: '' };

/**
 * Starts to record every write that concerns a shared desk of this file. Call it before anything is written, because
 * the features write the outcome of an interrupted purchase while they are created.
 */
export const captureShared = (db: Database): void => {
  for (const { accountId } of allMemberships(db)) captureChanges(db, accountId, KINDS);
};

/** Shares the desks of accounts between several computers (docs/decisions/037-shared-desk.md). */
export const createSharedDesk = (deps: SharedDeskDeps): SharedDesk => {
  const { db, clock, logger, emit, session } = deps;
  const secrets = createMemberSecrets(deps.keychain);
  const members = new Map<string, Member>();
  const inTurn = createTurns();
  /** Accounts whose key or connection is not in the keychain. */
  const locked = new Set<string>();

  const stateOf = (accountId: string): SharedDeskState => {
    const member = members.get(accountId);
    if (member !== undefined) return member.state();
    const membership = findMembership(db, accountId);
    if (membership === null) return forgotten.state(accountId) ?? { status: 'none' };
    // The key is still being read, or it is not in the keychain.
    const isLocked = locked.has(accountId);
    const problem = isLocked ? toStoredError(keyMissing()) : null;
    const role = isLocked ? UNGUARDED : UNKNOWN;
    return {
      status: isLocked ? 'stopped' : 'connecting',
      name: membership.name,
      problem,
      store: null,
      ...UNCONNECTED,
      lost: countConflicts(db, accountId),
      roles: { refresh: role, standing: role },
    };
  };
  const changed = (accountId: string): void => {
    if (deps.isOpen(accountId)) emit('sharedDesk.changed', stateOf(accountId));
  };

  const forgotten = createForgottenMemberships({ db, secrets, clock, logger, onFound: changed });

  const newsOf = (accountId: string): News => ({
    emit,
    onRights: () => {
      // The limits of the former identity of this computer may have arrived just now.
      if (keepFormerLimits(db, accountId)) members.get(accountId)?.soon();
      changed(accountId);
    },
    onAlerts: () => deps.isOpen(accountId) && deps.onAlerts(),
    onOrders: deps.orders.noteColleagues,
  });
  const open = (membership: Membership, secret: MemberSecret): void => {
    const { accountId, deskId, computerId } = membership;
    const { host, port, database } = parseConnection(secret.connection);
    // A former one would go on beside the new one, and each would take the other for a clone of this computer.
    members.get(accountId)?.close();
    members.set(
      accountId,
      openMember({
        db,
        clock,
        logger,
        membership,
        secret,
        where: { host, port, database },
        keep: async (kept) => {
          await secrets.save(accountId, kept);
        },
        openStore: (onTime, onChange) => {
          const session = newDeskSession(db, accountId);
          const { connection } = secret;
          return openStore({ connection, deskId, computerId, session, clock, logger, onTime, onChange });
        },
        wants: (role) => deps.wants[role](accountId),
        hashToken: (key) => deps.hashToken(accountId, key),
        sums: () => deps.balanceOf(accountId),
        onChange: () => changed(accountId),
        news: newsOf(accountId),
      }),
    );
    locked.delete(accountId);
    changed(accountId);
  };
  const forget = async (accountId: string): Promise<void> => {
    await forgotten.forget(accountId);
    if (findMembership(db, accountId) === null) return;
    await deps.orders.stop(accountId);
    // If there are other computers, they go on carrying out the standing orders.
    const state = stateOf(accountId);
    const hasKey = members.has(accountId);
    const isAlone = hasKey && state.status !== 'none' && state.computers.length === 1;
    // Waiting changes are sent if that is possible. If it is not, because the database is gone, the user must still be
    // able to leave.
    await members.get(accountId)?.leave();
    members.get(accountId)?.close();
    members.delete(accountId);
    locked.delete(accountId);
    db.transaction(() => {
      endCapture(db, accountId, KINDS);
      removeMembership(db, accountId, hasKey);
      if (!isAlone) deps.orders.switchOffAll(accountId, 'parted');
    });
    adoptPurchases(db, accountId, null, uptimeOf(clock));
    dropArrivingLists(db, accountId);
    await secrets.forget(accountId);
  };

  const refuseShared = (accountId: string): void => {
    if (findMembership(db, accountId) === null && !forgotten.has(accountId)) return;
    throw new DeskError('conflict', 'This desk is shared already.', { code: 'desk-shared-already' });
  };
  const memberOf = (accountId: string): Member => {
    const member = members.get(accountId);
    if (member === undefined) throw notShared();
    return member;
  };

  /**
   * Makes this computer a member. The key is saved first, because without it nothing that was shared could be read
   * again. `bring` runs before anything is published.
   */
  const become = (
    accountId: string,
    names: { readonly name: string; readonly computer: string },
    secret: MemberSecret,
    bring: () => void = () => {},
  ): Promise<void> =>
    inTurn(async () => {
      // A second click must not replace the key that the first one saved in the keychain.
      refuseShared(accountId);
      await secrets.save(accountId, secret);
      const { deskId, computerId } = secret;
      const membership = db.transaction(() => {
        bring();
        const added = addMembership(db, { accountId, deskId, computerId, ...names });
        captureChanges(db, accountId, KINDS);
        keepFormerLimits(db, accountId);
        return added;
      });
      open(membership, secret);
      memberOf(accountId).publishAll();
    });

  const start = async (): Promise<void> => {
    for (const membership of allMemberships(db)) {
      if (members.has(membership.accountId)) continue;
      const secret = await secrets.read(membership.accountId);
      const { accountId, deskId, computerId } = membership;
      // Somebody else has opened the desk, or left it, while the keychain was asked.
      if (members.has(accountId) || findMembership(db, accountId)?.deskId !== deskId) continue;
      if (secret?.deskId === deskId && secret.computerId !== computerId) finishParting(membership, secret);
      else if (secret?.deskId === deskId) open(membership, secret);
      else locked.add(accountId);
      changed(accountId);
    }
    for (const accountId of unsharedAccounts(db)) await forgotten.find(accountId);
  };

  /**
   * Takes over the identity that the keychain has for this computer, if the database still has the former one: this
   * computer is just separating from its clone, or an older file was put back after it did.
   */
  const finishParting = (membership: Membership, secret: MemberSecret, name = membership.computer): void => {
    const { accountId } = membership;
    db.transaction(() => {
      withoutCapture(db, () => becomeAnotherComputer(db, accountId, secret.computerId, name));
      keepFormerLimits(db, accountId);
    });
    open({ ...membership, computerId: secret.computerId, computer: name }, secret);
  };
  /**
   * Makes this computer another one, with this name, after a machine was copied with everything on it. Each of the two
   * is a computer of its own afterwards.
   */
  const separateFromClone = async (accountId: string, member: Member, name: string): Promise<void> => {
    if (deps.hasChargeInFlight(accountId)) throw chargeInFlight();
    await deps.orders.stop(accountId);
    await member.leaveToClone();
    member.close();
    members.delete(accountId);
    const [secret, membership] = [await secrets.read(accountId), findMembership(db, accountId)];
    if (secret === null || membership === null) throw keyMissing();
    const other = { ...secret, computerId: randomUUID(), privateKey: makeIdentity().privateKey };
    await secrets.save(accountId, other);
    finishParting(membership, other, name);
    await memberOf(accountId).rename(name);
  };

  const announced = async (accountId: string): Promise<void> => members.get(accountId)?.announced();
  const joining = createJoining({ ...deps, secrets, announced, refuseShared, become });
  const reconnecting = {
    db,
    clock,
    logger,
    session,
    secrets,
    open,
    close: (accountId: string) => members.get(accountId)?.close(),
  };

  const rights = rightsHandlers(deps, {
    memberOf,
    onChange: (accountId) => {
      changed(accountId);
      members.get(accountId)?.soon();
    },
  });

  return {
    handlers: {
      'sharedDesk.state': () => stateOf(session.accountId()),
      'sharedDesk.checkStore': ({ connection }) => checkConnection(connection, clock),
      'sharedDesk.make': async ({ connection, name: typedName, computer: typedComputer }) => {
        const accountId = session.accountId();
        refuseShared(accountId);
        const names = { name: tidyName(typedName), computer: tidyName(typedComputer) };
        refuse([...problemsOfConnection(connection), ...problemsOfNames(names)]);
        await checkConnection(connection, clock);
        const deskId = randomUUID();
        await makeDesk(connection, deskId);
        const { privateKey } = makeIdentity();
        await become(accountId, names, {
          connection,
          deskId,
          computerId: randomUUID(),
          keys: newKeyRing(),
          privateKey,
        });
        return {};
      },
      ...joining,
      'sharedDesk.reconnect': async (input) => {
        await reconnectDesk(reconnecting, input);
        return {};
      },
      ...rights,
      'sharedDesk.rename': async ({ computer: typed }) => {
        const member = memberOf(session.accountId());
        const computer = tidyName(typed);
        refuse(problemsOfNames({ computer }));
        refuseTaken(
          computer,
          member.state().computers.flatMap(({ isThis, name }) => (isThis && !member.hasClone() ? [] : [name])),
        );
        if (member.hasClone()) await separateFromClone(session.accountId(), member, computer);
        else await member.rename(computer);
        return {};
      },
      'sharedDesk.leave': async () => {
        const accountId = session.accountId();
        if (deps.hasChargeInFlight(accountId)) throw chargeInFlight();
        await forget(accountId);
        changed(accountId);
        return {};
      },
      'sharedDesk.removeComputer': async ({ computerId }) => {
        await memberOf(session.accountId()).removeComputer(computerId);
        return {};
      },
      'sharedDesk.retry': async () => {
        const accountId = session.accountId();
        if (locked.has(accountId)) await start();
        await members.get(accountId)?.retry();
        return {};
      },
      'sharedDesk.changes': ({ kind, ids }) => ({
        changes: [...(members.get(session.accountId())?.changes(kind, ids) ?? [])],
      }),
      'sharedDesk.conflicts': ({ of }) => {
        const accountId = session.accountId();
        const member = members.get(accountId);
        const whose = (timestamp: Timestamp): string | null => (member === undefined ? '' : member.whose(timestamp));
        return {
          conflicts: openConflicts(db, accountId, of).map(({ timestamp, ...lost }) => ({
            ...lost,
            kind: lost.kind as ConflictKind,
            computer: whose(timestamp),
          })),
        };
      },
      'sharedDesk.settleConflict': (choice) => {
        const accountId = session.accountId();
        const { kind, localId } = settleConflict(db, accountId, KINDS, choice, clock.now());
        kind.changed?.(newsOf(accountId), [localId]);
        changed(accountId);
        return {};
      },
    },
    start,
    announceState: () => {
      members.get(session.accountId())?.announceAgain();
      changed(session.accountId());
    },
    knowsToken: async (accountId, hash) => (await members.get(accountId)?.knowsToken(hash)) ?? false,
    soon: () => {
      for (const member of members.values()) member.soon();
    },
    roleOf: (accountId, role) => {
      const member = members.get(accountId);
      if (member !== undefined) return member.roleOf(role);
      if (locked.has(accountId)) return UNGUARDED;
      // The keys are still being read.
      if (findMembership(db, accountId) !== null) return UNKNOWN;
      if (forgotten.has(accountId)) return UNGUARDED;
      // It is not known yet whether the keychain has a key of a shared desk.
      if (role === 'standing' && !forgotten.isKnown(accountId)) return UNKNOWN;
      return { is: 'this', computer: '' };
    },
    claim: async (accountId) => {
      await forgotten.find(accountId);
      await members.get(accountId)?.claim();
    },
    exchange: async (accountId) => {
      const member = members.get(accountId);
      if (member !== undefined) return member.exchange();
      if (findMembership(db, accountId) !== null) throw keyMissing();
    },
    forget,
    isUnguarded: (accountId) =>
      members.get(accountId)?.isUnguarded() ?? (findMembership(db, accountId) !== null || forgotten.has(accountId)),
    hold: async (accountId, terms, work) => {
      const member = members.get(accountId);
      if (member !== undefined) return member.hold(terms, work);
      // Without a key, or while it is still being read, no other computer can be kept from paying.
      const isShared = findMembership(db, accountId) !== null || (await forgotten.find(accountId));
      if (isShared) assertUnguarded(terms.mayBeUnguarded);
      return work(holding(!isShared));
    },
    close: () => {
      for (const member of members.values()) member.close();
      members.clear();
    },
  };
};
