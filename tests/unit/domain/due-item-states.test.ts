import { describe, expect, it } from 'vitest';
import {
  ASKED_STATES,
  canFollow,
  DUE_ITEM_TRANSITIONS,
  isPaying,
  STORED_DUE_ITEM_STATES,
} from '#shared/domain/due-item-states.ts';

describe('the states of a due item', () => {
  it('can all be reached from a new one', () => {
    const reached = new Set(['due']);
    for (const from of reached) for (const to of DUE_ITEM_TRANSITIONS[from as 'due']) reached.add(to);
    expect([...reached].sort()).toEqual([...STORED_DUE_ITEM_STATES].sort());
  });

  it('never trap one: each has a step to another state', () => {
    for (const state of STORED_DUE_ITEM_STATES) expect(DUE_ITEM_TRANSITIONS[state].length).toBeGreaterThan(0);
  });

  it('do not include a word that another app wrote, and nothing follows it', () => {
    for (const to of STORED_DUE_ITEM_STATES) expect(canFollow('constructor', to)).toBe(false);
  });

  it('have no step to themselves', () => {
    for (const state of STORED_DUE_ITEM_STATES) expect(canFollow(state, state)).toBe(false);
  });

  it('let no payment begin while another one may be under way, or after the user gave it up', () => {
    expect(canFollow('started', 'started')).toBe(false);
    expect(canFollow('abandoned', 'started')).toBe(false);
  });

  it('let nothing be asked, planned or dropped before a payment of this computer is settled', () => {
    const settled = ['due', 'failed', 'needs-confirmation', 'started-elsewhere', 'abandoned'];
    expect([...DUE_ITEM_TRANSITIONS.started].sort()).toEqual(settled.sort());
  });

  it('ask the user about what a colleague began, and about nothing that this computer pays for', () => {
    expect(ASKED_STATES.filter(isPaying)).toEqual(['started-elsewhere']);
  });
});
