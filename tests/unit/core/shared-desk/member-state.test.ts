import { describe, expect, it } from 'vitest';
import {
  ANNOUNCEMENT_TRANSITIONS,
  createMemberState,
  IDENTITY_TRANSITIONS,
  type MemberEvent,
  type MemberState,
  memberProblem,
  OPENED,
  STATUS_TRANSITIONS,
  transition,
} from '#core/sync/membership/member-state.ts';
import type { Wakes } from '#core/sync/store/shared-store.ts';
import { DeskError } from '#shared/result.ts';

const cutOff = new DeskError('offline', 'There is no way.');
const wrongPassword = new DeskError('shared-desk', 'The password is wrong.');

const EVENTS: readonly MemberEvent[] = [
  { event: 'connected' },
  { event: 'disconnected', problem: null },
  { event: 'disconnected', problem: cutOff },
  { event: 'disconnected', problem: wrongPassword },
  { event: 'exchanged', at: 1 },
  { event: 'exchange-failed', failure: cutOff },
  { event: 'exchange-failed', failure: wrongPassword },
  { event: 'store-asked' },
  { event: 'store-identified' },
  { event: 'store-unidentified' },
  { event: 'store-moved' },
  { event: 'store-restored', at: 1 },
  { event: 'entry-outdated' },
  { event: 'entry-announced' },
  { event: 'closed' },
];

const isRefused = (state: MemberState, event: MemberEvent): boolean => {
  try {
    transition(state, event);
    return false;
  } catch {
    return true;
  }
};

/** Every state that the events can lead to, with every transition between them. */
const explore = () => {
  const keyOf = (state: MemberState): string => JSON.stringify(state);
  const seen = new Map<string, MemberState>([[keyOf(OPENED), OPENED]]);
  const taken: { readonly from: MemberState; readonly event: MemberEvent; readonly to: MemberState }[] = [];
  const refused: { readonly from: MemberState; readonly event: MemberEvent }[] = [];
  for (const from of seen.values()) {
    for (const event of EVENTS) {
      if (isRefused(from, event)) {
        refused.push({ from, event });
        continue;
      }
      const to = transition(from, event);
      taken.push({ from, event, to });
      // A Map visits entries that are added during the loop.
      if (!seen.has(keyOf(to))) seen.set(keyOf(to), to);
    }
  }
  return { taken, refused };
};

const { taken, refused } = explore();

const rowsOf = (table: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>): string[] =>
  Object.entries(table).flatMap(([from, events]) =>
    Object.entries(events).flatMap(([event, to]) => [to].flat().map((one) => `${from} ${event} ${one}`)),
  );

describe('state of a member', () => {
  it('reaches every status transition of the table and no other', () => {
    const reached = taken
      .filter(({ from, event }) => event.event in STATUS_TRANSITIONS[from.status])
      .map(({ from, event, to }) => `${from.status} ${event.event} ${to.status}`);
    expect([...new Set(reached)].sort()).toEqual(rowsOf(STATUS_TRANSITIONS).sort());
  });

  it('reaches every transition of the store and of the announcement', () => {
    const open = taken.filter(({ to }) => to.status !== 'closed');
    const identities = open
      .filter(({ from, event }) => event.event in IDENTITY_TRANSITIONS[from.identity])
      .map(({ from, event, to }) => `${from.identity} ${event.event} ${to.identity}`);
    expect([...new Set(identities)].sort()).toEqual(rowsOf(IDENTITY_TRANSITIONS).sort());
    const announcements = open
      .filter(({ from, event }) => event.event in ANNOUNCEMENT_TRANSITIONS[from.announcement])
      .map(({ from, event, to }) => `${from.announcement} ${event.event} ${to.announcement}`);
    expect([...new Set(announcements)].sort()).toEqual(rowsOf(ANNOUNCEMENT_TRANSITIONS).sort());
  });

  it('refuses exactly the events that no table lists', () => {
    const reasons = refused
      .filter(({ from }) => from.status !== 'closed')
      .map(({ from, event }) => `${from.identity} ${event.event}`);
    expect([...new Set(reasons)].sort()).toEqual([
      'asked store-asked',
      'known store-asked',
      'known store-identified',
      'known store-unidentified',
    ]);
    const state = transition(OPENED, { event: 'store-asked' });
    expect(() => transition(state, { event: 'store-asked' })).toThrow(/cannot become/);
  });

  it('stays closed', () => {
    const closed = transition(OPENED, { event: 'closed' });
    for (const event of EVENTS) expect(() => transition(closed, event)).toThrow(/closed/);
  });

  it('leaves the status alone when only the store or the entry is concerned', () => {
    for (const { from, event, to } of taken) {
      if (!(event.event in STATUS_TRANSITIONS[from.status])) expect(to.status).toBe(from.status);
    }
  });

  it('is shared only after an exchange, while connected and without an error', () => {
    for (const { to } of taken) {
      if (to.status === 'closed') continue;
      const isWell = to.connection.is === 'up' && to.asOf !== null && to.failure === null;
      expect(to.status === 'shared').toBe(isWell);
      const problem = memberProblem(to);
      expect(to.status === 'stopped').toBe(problem !== null && problem.kind !== 'offline');
    }
  });

  it('follows a connection that nobody announced', () => {
    let wakes: Wakes = 'offline';
    let problem: DeskError | null = wrongPassword;
    const state = createMemberState({ wakes: () => wakes, problem: () => problem });
    expect(state.now().status).toBe('stopped');
    problem = null;
    expect(state.now().status).toBe('connecting');
    wakes = 'notify';
    state.record({ event: 'store-asked' });
    state.record({ event: 'store-identified' });
    state.record({ event: 'exchanged', at: 1 });
    expect(state.now()).toMatchObject({ status: 'shared', identity: 'known' });
    wakes = 'offline';
    expect(state.now()).toMatchObject({ status: 'offline', identity: 'unknown', asOf: 1 });
  });
});
