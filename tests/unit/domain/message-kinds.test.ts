import { describe, expect, it } from 'vitest';
import { type ContactedClient, endsSoon, suggestMessage } from '#shared/domain/message-kinds.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 27);
const client = (some: Partial<ContactedClient>): ContactedClient => ({
  now: NOW,
  boughtAt: null,
  handedOverAt: null,
  subscriptions: [],
  isTrafficLow: false,
  owedKopecks: 0,
  ...some,
});
const ends = (days: number) => ({ expiresAt: NOW + days * DAY, hasEnded: days <= 0 });

describe('the message that is due', () => {
  it('is about new goods until they were handed over', () => {
    const boughtAt = NOW - DAY;
    expect(suggestMessage(client({ boughtAt, subscriptions: [ends(3)], owedKopecks: 1 }))).toBe('new-goods');
    expect(suggestMessage(client({ boughtAt, handedOverAt: boughtAt - 1, subscriptions: [ends(3)] }))).toBe(
      'new-goods',
    );
    expect(suggestMessage(client({ boughtAt, handedOverAt: NOW, subscriptions: [ends(3)] }))).toBe('ending');
    expect(suggestMessage(client({ boughtAt: NOW - 3 * DAY, subscriptions: [ends(3)] }))).toBe('ending');
  });

  it('is about what cuts the client off soonest, then about the debt', () => {
    expect(suggestMessage(client({ subscriptions: [ends(-2)], isTrafficLow: true, owedKopecks: 1 }))).toBe('ended');
    expect(suggestMessage(client({ subscriptions: [ends(-2), ends(90)] }))).toBe('new-goods');
    expect(suggestMessage(client({ subscriptions: [ends(90), ends(7)], isTrafficLow: true }))).toBe('ending');
    expect(suggestMessage(client({ subscriptions: [ends(90)], isTrafficLow: true, owedKopecks: 1 }))).toBe(
      'low-traffic',
    );
    expect(suggestMessage(client({ subscriptions: [ends(90)], owedKopecks: 1 }))).toBe('debt');
    expect(suggestMessage(client({ owedKopecks: -1 }))).toBe('new-goods');
    expect(suggestMessage(client({ subscriptions: [{ expiresAt: null, hasEnded: false }] }))).toBe('new-goods');
  });

  it('reminds of an end within seven days, and of none that has passed', () => {
    expect([7, 8, 0, -1].map((days) => endsSoon(NOW + days * DAY, NOW))).toEqual([true, false, false, false]);
    expect(endsSoon(null, NOW)).toBe(false);
  });
});
