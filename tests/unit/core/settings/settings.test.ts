import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSettings, DEFAULT_SETTINGS, type SettingsFeature } from '#core/desk/settings/settings-handlers.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import type { Settings } from '#shared/contract/settings.ts';
import { openDeskDatabase } from '../../../support/desk-database.ts';

let db: Database;
let told: Settings[];
beforeEach(() => {
  db = openDeskDatabase([]);
  told = [];
});
afterEach(() => db.close());

const open = (): SettingsFeature =>
  createSettings({
    db,
    emit: (name, payload) => {
      if (name === 'settings.changed') told.push(payload as Settings);
    },
  });
const store = (key: string, value: string): void => {
  db.run('INSERT INTO settings VALUES (?, ?)', `app.${key}`, value);
};

describe('settings', () => {
  it('start with the values that most users need', () => {
    expect(open().current()).toEqual(DEFAULT_SETTINGS);
    expect(DEFAULT_SETTINGS).toMatchObject({ requestsPerSecond: 2, chunkSize: 1000, assumedZone: 'Europe/Moscow' });
  });

  it('are stored and announced, and the other settings stay unchanged', () => {
    open().handlers['settings.update']({ theme: 'dark', lowTrafficGb: 2.5 });
    const expected = { ...DEFAULT_SETTINGS, theme: 'dark', lowTrafficGb: 2.5 };
    expect(open().current()).toEqual(expected);
    expect(told).toEqual([expected]);
  });

  it('that are broken or from another version fall back to the default, one by one', () => {
    store('theme', '"purple"');
    store('language', 'not json');
    store('chunkSize', '-5');
    store('requestsPerSecond', '"3"');
    store('lineEnding', '"crlf"');
    store('fromTheFuture', '1');
    expect(open().current()).toEqual({ ...DEFAULT_SETTINGS, lineEnding: 'crlf' });
  });

  it.each<[Partial<Settings>, string, string]>([
    [{ assumedZone: 'Mars/Olympus' }, 'assumedZone', 'zone-unknown'],
    [{ assumedZone: '' }, 'assumedZone', 'zone-unknown'],
    [{ assumedZone: '+03:00' }, 'assumedZone', 'zone-unknown'],
    [{ addressLookupUrl: 'http://example.com/ip' }, 'addressLookupUrl', 'lookup-not-https'],
    [{ addressLookupUrl: 'https://user:pass@example.com' }, 'addressLookupUrl', 'lookup-not-https'],
    [{ addressLookupUrl: 'javascript:alert(1)' }, 'addressLookupUrl', 'lookup-not-https'],
    [{ quietFrom: '24:00' }, 'quietFrom', 'time-of-day'],
    [{ quietTo: 'noon' }, 'quietTo', 'time-of-day'],
    [{ fileNameTemplate: ' ' }, 'fileNameTemplate', 'template-empty'],
    [{ fileNameTemplate: '../{client}.txt' }, 'fileNameTemplate', 'template-has-folder'],
    [{ fileNameTemplate: 'a\\{client}.txt' }, 'fileNameTemplate', 'template-has-folder'],
    [{ fileNameTemplate: '{client}_{password}.txt' }, 'fileNameTemplate', 'template-part-unknown'],
    [{ fileNameTemplate: '{client' }, 'fileNameTemplate', 'template-brace'],
    [{ fileNameTemplate: 'CON' }, 'fileNameTemplate', 'template-reserved'],
  ])('with wrong values (%j) are refused by name, and none is stored', (change, field, code) => {
    const feature = open();
    const update = () => feature.handlers['settings.update']({ theme: 'dark', ...change });
    expect(update).toThrow(
      expect.objectContaining({ details: { problems: [expect.objectContaining({ field, code })] } }),
    );
    expect(open().current()).toEqual(DEFAULT_SETTINGS);
    expect(told).toEqual([]);
  });

  it.each<Partial<Settings>>([
    { assumedZone: 'Asia/Yekaterinburg' },
    { assumedZone: 'UTC' },
    { addressLookupUrl: '' },
    { addressLookupUrl: 'https://api.example.com/ip' },
    { fileNameTemplate: 'список {client} {date}.txt' },
  ])('with correct values (%j) are stored', (change) => {
    open().handlers['settings.update'](change);
    expect(open().current()).toMatchObject(change);
  });
});
