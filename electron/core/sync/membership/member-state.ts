import type { SharedStore } from '#core/sync/store/shared-store.ts';
import { DeskError } from '#shared/result.ts';

/** The connection to the store; `problem` says why there is none, if an attempt has failed. */
type Connection = { readonly is: 'up' } | { readonly is: 'down'; readonly problem: DeskError | null };

/**
 * Whether this computer knows which database answers. It asks once after every connection, because the same connection
 * string may lead to another database.
 */
type StoreIdentity = 'unknown' | 'asked' | 'known';

/**
 * Whether the store has this computer's current entry. `elsewhere`: the desk has moved to this database, and the
 * colleagues in it do not know yet that this computer has followed.
 */
type Announcement = 'due' | 'due-elsewhere' | 'made' | 'made-elsewhere';

/** Everything that a member remembers; its status follows from it. */
interface Facts {
  readonly connection: Connection;
  /** Why the last exchange failed; `null` if it succeeded, or if there was none. */
  readonly failure: DeskError | null;
  /** When the last exchange was completed; `null` if none was since the desk was opened. */
  readonly asOf: number | null;
  readonly identity: StoreIdentity;
  readonly announcement: Announcement;
  /** When the database was found in an older state, and the changes missing in it were sent again. */
  readonly restoredAt: number | null;
}

/** This computer as a member of one shared desk. */
export type MemberState =
  /** No changes were exchanged since the desk was opened, and no problem prevents it. */
  | (Facts & { readonly status: 'connecting'; readonly asOf: null; readonly failure: null })
  /** Changes are exchanged with the other computers. */
  | (Facts & { readonly status: 'shared'; readonly asOf: number; readonly failure: null })
  /** The database cannot be reached, and changes wait. */
  | (Facts & { readonly status: 'offline' })
  /** No changes are exchanged until the user acts; `problem` says why. */
  | (Facts & { readonly status: 'stopped'; readonly problem: DeskError })
  /** The desk was closed or left. */
  | (Facts & { readonly status: 'closed' });

type Status = MemberState['status'];

export type MemberEvent =
  | { readonly event: 'connected' }
  | { readonly event: 'disconnected'; readonly problem: DeskError | null }
  | { readonly event: 'exchanged'; readonly at: number }
  | { readonly event: 'exchange-failed'; readonly failure: DeskError }
  | { readonly event: 'closed' }
  /** This computer asks which database answers. */
  | { readonly event: 'store-asked' }
  | { readonly event: 'store-identified' }
  | { readonly event: 'store-unidentified' }
  /** It is another database than before. */
  | { readonly event: 'store-moved' }
  /** The database was found in an older state, in which this computer's entry may be missing. */
  | { readonly event: 'store-restored'; readonly at: number }
  /** The entry of this computer is not right any more, for example because it has another token. */
  | { readonly event: 'entry-outdated' }
  | { readonly event: 'entry-announced' };

type EventName = MemberEvent['event'];
type Table<From extends string, To> = Readonly<Record<From, Readonly<Partial<Record<EventName, To>>>>>;

/** The statuses to which an event may lead. A member refuses an event that is in none of the three tables. */
export const STATUS_TRANSITIONS: Table<Status, readonly Status[]> = {
  connecting: {
    connected: ['connecting'],
    disconnected: ['connecting', 'stopped'],
    exchanged: ['shared', 'offline'],
    'exchange-failed': ['offline', 'stopped'],
    closed: ['closed'],
  },
  shared: {
    connected: ['shared'],
    disconnected: ['offline', 'stopped'],
    exchanged: ['shared'],
    'exchange-failed': ['offline', 'stopped'],
    closed: ['closed'],
  },
  offline: {
    connected: ['shared', 'offline'],
    disconnected: ['offline', 'stopped'],
    exchanged: ['shared', 'offline', 'stopped'],
    'exchange-failed': ['offline', 'stopped'],
    closed: ['closed'],
  },
  stopped: {
    connected: ['connecting', 'shared', 'stopped'],
    disconnected: ['connecting', 'offline', 'stopped'],
    exchanged: ['shared', 'offline', 'stopped'],
    'exchange-failed': ['offline', 'stopped'],
    closed: ['closed'],
  },
  closed: {},
};

/** An answer that arrives after the connection was lost says nothing about the database behind the next connection. */
export const IDENTITY_TRANSITIONS: Table<StoreIdentity, StoreIdentity> = {
  unknown: {
    'store-asked': 'asked',
    'store-identified': 'unknown',
    'store-unidentified': 'unknown',
    disconnected: 'unknown',
  },
  asked: { 'store-identified': 'known', 'store-unidentified': 'unknown', disconnected: 'unknown' },
  known: { disconnected: 'unknown' },
};

export const ANNOUNCEMENT_TRANSITIONS: Table<Announcement, Announcement> = {
  due: {
    'entry-announced': 'made',
    'entry-outdated': 'due',
    'store-restored': 'due',
    'store-moved': 'due-elsewhere',
  },
  'due-elsewhere': {
    'entry-announced': 'made',
    'entry-outdated': 'due-elsewhere',
    'store-restored': 'due-elsewhere',
    'store-moved': 'due-elsewhere',
  },
  made: {
    'entry-announced': 'made',
    'entry-outdated': 'due',
    'store-restored': 'due',
    'store-moved': 'made-elsewhere',
  },
  'made-elsewhere': {
    'entry-announced': 'made',
    'entry-outdated': 'due-elsewhere',
    'store-restored': 'due-elsewhere',
    'store-moved': 'made-elsewhere',
  },
};

/** The state of a member whose desk was just opened. */
export const OPENED = {
  status: 'connecting',
  connection: { is: 'down', problem: null },
  failure: null,
  asOf: null,
  identity: 'unknown',
  announcement: 'due',
  restoredAt: null,
} satisfies MemberState;

/** Returns the error to show: that of the last exchange, or the one that keeps the connection from coming back. */
export const memberProblem = ({ failure, connection }: Pick<Facts, 'failure' | 'connection'>): DeskError | null =>
  failure ?? (connection.is === 'down' ? connection.problem : null);

/** Returns whether this computer's entry has to be written before anything is exchanged. */
export const isAnnouncementDue = ({ announcement }: Pick<Facts, 'announcement'>): boolean =>
  announcement === 'due' || announcement === 'due-elsewhere';

const withStatus = (facts: Facts): MemberState => {
  const { connection, failure, asOf } = facts;
  const problem = memberProblem(facts);
  if (problem !== null && problem.kind !== 'offline') return { ...facts, status: 'stopped', problem };
  if (failure !== null) return { ...facts, status: 'offline' };
  if (asOf === null) return { ...facts, status: 'connecting', asOf, failure };
  return connection.is === 'up' ? { ...facts, status: 'shared', asOf, failure } : { ...facts, status: 'offline' };
};

const factsAfter = (state: MemberState, event: MemberEvent): Facts => {
  const { connection, failure, asOf, restoredAt } = state;
  const identity = IDENTITY_TRANSITIONS[state.identity][event.event] ?? state.identity;
  const announcement = ANNOUNCEMENT_TRANSITIONS[state.announcement][event.event] ?? state.announcement;
  const facts = { connection, failure, asOf, restoredAt, identity, announcement };
  switch (event.event) {
    case 'connected':
      return { ...facts, connection: { is: 'up' } };
    case 'disconnected':
      return { ...facts, connection: { is: 'down', problem: event.problem } };
    case 'exchanged':
      return { ...facts, failure: null, asOf: event.at };
    case 'exchange-failed':
      return { ...facts, failure: event.failure };
    case 'store-restored':
      return { ...facts, restoredAt: event.at };
    default:
      return facts;
  }
};

const isListed = ({ status, identity, announcement }: MemberState, event: EventName): boolean =>
  event in STATUS_TRANSITIONS[status] ||
  event in IDENTITY_TRANSITIONS[identity] ||
  event in ANNOUNCEMENT_TRANSITIONS[announcement];

/**
 * Returns the state after an event.
 * @throws DeskError `cancelled` if the member is closed, `internal` if the tables do not list the transition
 */
export const transition = (state: MemberState, event: MemberEvent): MemberState => {
  if (state.status === 'closed') throw new DeskError('cancelled', 'The shared desk was closed.');
  const facts = factsAfter(state, event);
  const next: MemberState = event.event === 'closed' ? { ...facts, status: 'closed' } : withStatus(facts);
  const allowed = STATUS_TRANSITIONS[state.status][event.event] ?? [state.status];
  if (!isListed(state, event.event) || !allowed.includes(next.status))
    throw new DeskError('internal', `A member that is ${state.status} cannot become ${next.status}: ${event.event}.`);
  return next;
};

export type MemberStateHolder = ReturnType<typeof createMemberState>;

/** Keeps the state of one member. Only transitions change it. */
export const createMemberState = (store: Pick<SharedStore, 'wakes' | 'problem'>) => {
  let state: MemberState = OPENED;
  const change = (event: MemberEvent): void => {
    state = transition(state, event);
  };
  /** The store does not announce every problem that has passed or changed, so the state follows it whenever it is read. */
  const now = (): MemberState => {
    if (state.status === 'closed') return state;
    const { connection } = state;
    const isUp = store.wakes() !== 'offline';
    if (isUp && connection.is === 'down') change({ event: 'connected' });
    const problem = store.problem();
    if (!isUp && (connection.is === 'up' || connection.problem !== problem)) change({ event: 'disconnected', problem });
    return state;
  };
  return {
    now,
    /** Throws as `transition` does. */
    record: (event: MemberEvent): void => {
      now();
      change(event);
    },
  };
};
