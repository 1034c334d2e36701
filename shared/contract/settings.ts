import { z } from 'zod';
import { CHECK_LIMITS } from '../domain/check.ts';
import { LANGUAGES } from '../domain/language.ts';
import { REFRESH_HOURS } from '../domain/refresh-due.ts';
import { MAX_SCRIPT_CAP_RUBLES, SCRIPT_ACCESS } from '../domain/script-access.ts';
import { event, nothing, procedure, text } from './define.ts';

export const settings = z.object({
  language: z.enum(['system', ...LANGUAGES]),
  theme: z.enum(['system', 'light', 'dark']),
  /** The initial rate of the pacer (docs/api.md#limits). */
  requestsPerSecond: z.number().min(0.1).max(20),
  /** The number of lines to request at once. */
  chunkSize: z.int().min(1).max(100_000),
  lineEnding: z.enum(['lf', 'crlf']),
  fileNameTemplate: text(300),
  /** The IANA zone in which `date_end` is read (docs/decisions/018-assumed-zone.md). */
  assumedZone: text(100),
  /**
   * An https address that answers with the caller's own IP as text; if empty, only this computer's interfaces are used.
   */
  addressLookupUrl: text(500),
  /**
   * The settings of the last check: its https address, the number of simultaneous requests, the time limit for each,
   * and the time from which a proxy is slow, in seconds.
   */
  checkAddress: text(500),
  checkAtOnce: z.int().min(CHECK_LIMITS.atOnce.min).max(CHECK_LIMITS.atOnce.max),
  checkTimeoutS: z.int().min(CHECK_LIMITS.timeoutS.min).max(CHECK_LIMITS.timeoutS.max),
  checkSlowS: z.number().min(CHECK_LIMITS.slowS.min).max(CHECK_LIMITS.slowS.max),
  /** The GB below which a pool that was bought into counts as low. */
  lowTrafficGb: z.number().min(0).max(1_000_000),
  /** The hours between two automatic refreshes of all clients; 0 turns them off. */
  refreshEveryHours: z.literal(REFRESH_HOURS),
  /** The alerts to raise: before an end, after it, for a pool below `lowTrafficGb`, and for the balance. */
  alertSevenDays: z.boolean(),
  alertThreeDays: z.boolean(),
  alertOneDay: z.boolean(),
  alertExpired: z.boolean(),
  alertLowTraffic: z.boolean(),
  alertLowBalance: z.boolean(),
  /** Whether alerts are also shown as desktop notifications. */
  desktopAlerts: z.boolean(),
  /**
   * Whether notifications are held back between these two times of this computer's clock, `HH:MM`, and shown
   * afterwards.
   */
  quietHours: z.boolean(),
  quietFrom: text(20),
  quietTo: text(20),
  /** The details of the seller on receipts and invoices, in lines; the first is the name. */
  sellerDetails: text(2_000),
  /** Whether closing the window keeps the app running, with an icon in the system tray. */
  closeToTray: z.boolean(),
  /** Whether the graphics card draws the window, effective from the next start on. */
  hardwareAcceleration: z.boolean(),
  /** While it is set, runs wait and nothing starts automatically. */
  paused: z.boolean(),
  /** The rights of scripts on this computer (docs/scripts.md). Each level includes the ones before it. */
  scriptAccess: z.enum(SCRIPT_ACCESS),
  /** Whether scripts may read links, logins and passwords. */
  scriptSecrets: z.boolean(),
  /** The roubles that scripts may spend from an account in a day of this computer's zone. */
  scriptDayCapRubles: z.int().min(0).max(MAX_SCRIPT_CAP_RUBLES),
});

export const settingsProcedures = {
  'settings.get': procedure(nothing, settings),
  'settings.update': procedure(settings.partial().strict(), settings),
};

export const settingsEvents = { 'settings.changed': event(settings) };

export type Settings = z.output<typeof settings>;
