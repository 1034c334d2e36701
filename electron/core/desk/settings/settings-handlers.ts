import type { CommonDeps } from '#core/context.ts';
import type { FeatureHandlers } from '#core/handlers.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import { parseJson } from '#core/platform/text/parse-json.ts';
import { type Settings, settings as schema } from '#shared/contract/settings.ts';
import { isCheckAddress } from '#shared/domain/check.ts';
import { templateProblem } from '#shared/domain/file-name.ts';
import { parseTimeOfDay } from '#shared/domain/quiet-hours.ts';
import { isZone } from '#shared/domain/zoned-time.ts';
import { invalidInput, type Problem } from '#shared/result.ts';

/** The settings of a new installation. */
export const DEFAULT_SETTINGS: Settings = {
  language: 'system',
  theme: 'system',
  requestsPerSecond: 2,
  chunkSize: 1000,
  lineEnding: 'lf',
  fileNameTemplate: '{client}_{pool}_{country}_{date}.txt',
  assumedZone: 'Europe/Moscow',
  addressLookupUrl: '',
  // It names the address and the country in about 300 bytes, and does not limit how often it is asked.
  checkAddress: 'https://www.cloudflare.com/cdn-cgi/trace',
  checkAtOnce: 100,
  checkTimeoutS: 15,
  checkSlowS: 5,
  lowTrafficGb: 1,
  refreshEveryHours: 12,
  alertSevenDays: true,
  alertThreeDays: true,
  alertOneDay: true,
  alertExpired: true,
  alertLowTraffic: true,
  alertLowBalance: true,
  desktopAlerts: true,
  quietHours: false,
  quietFrom: '22:00',
  quietTo: '08:00',
  sellerDetails: '',
  closeToTray: true,
  hardwareAcceleration: true,
  paused: false,
  scriptAccess: 'off',
  scriptSecrets: false,
  scriptDayCapRubles: 0,
};

const PREFIX = 'app.';

/**
 * Stores one row for each setting, as JSON. A missing or broken value, or one of another version of the app, gives the
 * default.
 */
const createSettingsStore = (db: Database) => {
  const read = (): Settings => {
    const rows = db.all<{ key: string; value: string }>("SELECT key, value FROM settings WHERE key LIKE 'app.%'");
    const stored = new Map(rows.map(({ key, value }) => [key.slice(PREFIX.length), parseJson(value)]));
    const entries = Object.entries(DEFAULT_SETTINGS).map(([key, fallback]) => {
      const field = schema.shape[key as keyof Settings];
      const parsed = field.safeParse(stored.get(key));
      return [key, parsed.success ? parsed.data : fallback];
    });
    return schema.parse(Object.fromEntries(entries));
  };

  let current = read();
  return {
    current: (): Settings => current,
    update: (change: Partial<Settings>): Settings => {
      db.transaction(() => {
        for (const [key, value] of Object.entries(change)) {
          db.run(sql`INSERT OR REPLACE INTO settings (key, value) VALUES (${PREFIX + key}, ${JSON.stringify(value)})`);
        }
      });
      current = { ...current, ...change };
      return current;
    },
  };
};

/** Takes away what scripts may do: what they have spent since a copy was made is missing in it. */
export const forbidScripts = (db: Database): void => {
  db.run("DELETE FROM settings WHERE key IN ('app.scriptAccess', 'app.scriptSecrets', 'app.scriptDayCapRubles')");
};

/**
 * Returns problems of a change that the schema cannot express: `zone-unknown`, `template-…`, `lookup-not-https`,
 * `check-address`.
 */
const settingsProblems = (change: Partial<Settings>): readonly Problem[] => {
  const problems: Problem[] = [];
  const { assumedZone, addressLookupUrl, checkAddress, fileNameTemplate } = change;
  if (assumedZone !== undefined && !isZone(assumedZone)) problems.push({ field: 'assumedZone', code: 'zone-unknown' });
  if (addressLookupUrl !== undefined && addressLookupUrl !== '' && !isHttps(addressLookupUrl)) {
    problems.push({ field: 'addressLookupUrl', code: 'lookup-not-https' });
  }
  if (checkAddress !== undefined && !isCheckAddress(checkAddress)) {
    problems.push({ field: 'checkAddress', code: 'check-address' });
  }
  for (const field of ['quietFrom', 'quietTo'] as const) {
    const typed = change[field];
    if (typed !== undefined && parseTimeOfDay(typed) === null) problems.push({ field, code: 'time-of-day' });
  }
  if (fileNameTemplate !== undefined) {
    const problem = templateProblem(fileNameTemplate);
    if (problem !== undefined) problems.push({ field: 'fileNameTemplate', ...problem });
  }
  return problems;
};

const isHttps = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return url.protocol === 'https:' && url.username === '' && url.password === '';
};

export type SettingsFeature = ReturnType<typeof createSettings>;

export const createSettings = ({ db, emit }: CommonDeps<'db' | 'emit'>) => {
  const store = createSettingsStore(db);
  const handlers: FeatureHandlers<'settings'> = {
    'settings.get': store.current,
    'settings.update': (input) => {
      const change = withoutUndefined(input);
      const problems = settingsProblems(change);
      if (problems.length > 0) throw invalidInput('A setting is not valid.', ...problems);
      const settings = store.update(change);
      emit('settings.changed', settings);
      return settings;
    },
  };

  return {
    current: store.current,
    handlers,
  };
};

const withoutUndefined = (input: { readonly [K in keyof Settings]?: Settings[K] | undefined }): Partial<Settings> =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
