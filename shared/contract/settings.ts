import { z } from 'zod';
import { CHECK_LIMITS } from '../domain/check.ts';
import { LANGUAGES } from '../domain/language.ts';
import { REFRESH_HOURS } from '../domain/refresh-due.ts';
import { event, nothing, procedure, text } from './define.ts';

export const settings = z.object({
  language: z.enum(['system', ...LANGUAGES]),
  theme: z.enum(['system', 'light', 'dark']),
  /** Where the pacer starts (docs/api.md#limits). */
  requestsPerSecond: z.number().min(0.1).max(20),
  /** Lines asked for in one request. */
  chunkSize: z.int().min(1).max(100_000),
  lineEnding: z.enum(['lf', 'crlf']),
  fileNameTemplate: text(300),
  /** IANA zone in which `date_end` is read (docs/decisions/018-assumed-zone.md). */
  assumedZone: text(100),
  /** An https address that answers with the caller's own IP as text; empty: only this machine's interfaces. */
  addressLookupUrl: text(500),
  /** What a check was last begun with: an https address, how many at once, seconds for each, and from when on it is slow. */
  checkAddress: text(500),
  checkAtOnce: z.int().min(CHECK_LIMITS.atOnce.min).max(CHECK_LIMITS.atOnce.max),
  checkTimeoutS: z.int().min(CHECK_LIMITS.timeoutS.min).max(CHECK_LIMITS.timeoutS.max),
  checkSlowS: z.number().min(CHECK_LIMITS.slowS.min).max(CHECK_LIMITS.slowS.max),
  /** Below this a pool that was bought into counts as low. */
  lowTrafficGb: z.number().min(0).max(1_000_000),
  /** Hours between two runs that read all clients again by themselves; 0: never. */
  refreshEveryHours: z.literal(REFRESH_HOURS),
  /** Which alerts there are: before an end, of one that is over, of a pool below `lowTrafficGb`, of the balance. */
  alertSevenDays: z.boolean(),
  alertThreeDays: z.boolean(),
  alertOneDay: z.boolean(),
  alertExpired: z.boolean(),
  alertLowTraffic: z.boolean(),
  alertLowBalance: z.boolean(),
  /** Alerts are told by the desktop as well. */
  desktopAlerts: z.boolean(),
  /** Not between these two times of this computer's clock, `HH:MM`; they are told afterwards. */
  quietHours: z.boolean(),
  quietFrom: text(20),
  quietTo: text(20),
  /** Closing the window leaves the desk working, with an icon in the system's tray. */
  closeToTray: z.boolean(),
  /** The graphics card draws the window; counts from the next start on. */
  hardwareAcceleration: z.boolean(),
  /** Runs wait, and nothing begins by itself, until it is taken back. */
  paused: z.boolean(),
});

export const settingsProcedures = {
  'settings.get': procedure(nothing, settings),
  'settings.update': procedure(settings.partial().strict(), settings),
};

export const settingsEvents = { 'settings.changed': event(settings) };

export type Settings = z.output<typeof settings>;
