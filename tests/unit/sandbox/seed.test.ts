import { describe, expect, it } from 'vitest';
import { createPlaces } from '#sandbox/premium/create-places.ts';
import { share } from '#sandbox/premium/location-index.ts';
import { scramble } from '#sandbox/random.ts';
import { COUNTRIES } from '#sandbox/seed/countries.ts';
import { createSeedState } from '#sandbox/seed/create-seed-state.ts';
import { SEED_CLIENTS } from '#sandbox/seed/seed-clients.ts';

const NOW = Date.UTC(2026, 2, 10, 12);
const DAY = 86_400_000;

describe('seed data', () => {
  it('is the same for the same seed, and different for another', () => {
    expect(createSeedState(7, NOW, 't')).toEqual(createSeedState(7, NOW, 't'));
    expect(createSeedState(8, NOW, 't').clients).not.toEqual(createSeedState(7, NOW, 't').clients);
  });

  it('counts its times from the first start', () => {
    const early = createSeedState(1, NOW, 't');
    const late = createSeedState(1, NOW + DAY, 't');
    expect(late.proxies['1000001']?.dateEnd).toBe((early.proxies['1000001']?.dateEnd ?? 0) + DAY);
  });

  it('has clients in every state that a reseller meets', () => {
    const subscriptions = Object.values(createSeedState(1, NOW, 't').clients).flatMap((client) => client.subscriptions);
    const isRunning = (expireAt: number): boolean => expireAt > NOW;
    expect(new Set(subscriptions.map(({ status }) => status))).toEqual(new Set(['ACTIVE', 'DISABLED', 'LIMITED']));
    expect(subscriptions.some(({ status, expireAt }) => status === 'ACTIVE' && !isRunning(expireAt))).toBe(true);
    expect(subscriptions.some(({ trafficLimitBytes }) => trafficLimitBytes === 0)).toBe(true);
    for (const days of [1, 3, 7]) {
      expect(subscriptions.some(({ expireAt }) => isRunning(expireAt) && expireAt <= NOW + days * DAY)).toBe(true);
    }
    const ids = SEED_CLIENTS.map((client) => client.messengerId);
    expect(Math.min(...ids)).toBeLessThan(0);
    expect(Math.max(...ids)).toBe(Number.MAX_SAFE_INTEGER);
    expect(SEED_CLIENTS.filter(({ clientKey }) => clientKey === 'vip')).toHaveLength(2);
  });

  it('gives no two subscriptions or proxies the same id', () => {
    const state = createSeedState(1, NOW, 't');
    const uuids = Object.values(state.clients).flatMap((client) => client.subscriptions.map(({ uuid }) => uuid));
    expect(new Set(uuids).size).toBe(uuids.length);
    const addresses = Object.values(state.proxies).map(({ ip, port }) => `${ip}:${port}`);
    expect(new Set(addresses).size).toBe(addresses.length);
  });
});

describe('locations', () => {
  it('are the same for the same seed, each with a code and without separators', () => {
    for (const country of COUNTRIES) {
      const places = createPlaces(3, country);
      const cities = places.regions.flatMap((region) => region.cities);
      for (const kind of [places.regions, cities, cities.flatMap((city) => city.zipcodes), places.asns]) {
        const codes = kind.map(({ code }) => code);
        expect(new Set(codes).size).toBe(codes.length);
        expect(codes.filter((code) => !/^[a-z0-9_]+$/.test(code))).toEqual([]);
      }
    }
    const [andorra = { code: 'ad', name: 'Andorra' }] = COUNTRIES;
    expect(createPlaces(3, andorra)).toEqual(createPlaces(3, andorra));
    expect(createPlaces(4, andorra)).not.toEqual(createPlaces(3, andorra));
  });

  it('distribute every address, and none twice', () => {
    const places = [0.1, 5, 0.001, 2].map((weight, index) => ({ code: `p${index}`, name: '', weight }));
    for (const total of [0, 1, 2, 7, 100, 1_234_567]) {
      const shares = share(total, places);
      expect(shares.reduce((sum, { count }) => sum + count, 0)).toBe(total);
      expect(shares.every(({ count }) => count > 0)).toBe(true);
    }
  });
});

describe('session numbers', () => {
  it('stay distinct when scrambled', () => {
    const seen = new Set<number>();
    for (let number = 0; number < 200_000; number += 1) seen.add(scramble(number));
    expect(seen.size).toBe(200_000);
  });
});
