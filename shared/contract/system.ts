import { z } from 'zod';
import { nothing, procedure, text, timestamp } from './define.ts';

const info = z.object({
  version: z.string(),
  /** Electron, Chromium and Node. */
  runtime: z.string(),
  sqlite: z.string(),
  /** Number of the last migration of the database. */
  schema: z.int(),
  platform: z.string(),
  locale: z.string(),
  dataFolder: z.string(),
  /** What start-up found wrong with the database and did about it; `null` when all was well. */
  storageNotice: z
    .object({ setAside: z.string(), backups: z.array(z.object({ name: z.string(), createdAt: timestamp })) })
    .nullable(),
  /** When the desk was found to be a copy and set right as one; `null`: it was not, or the user knows. */
  copyFoundAt: timestamp.nullable(),
});

const startsAtLogin = z.strictObject({ isOn: z.boolean() });

export const systemProcedures = {
  'system.info': procedure(nothing, info),
  /** Puts on the clipboard what a support needs to know: versions, states, counts and kinds of errors, no secrets. */
  'system.copyDiagnostics': procedure(nothing, z.object({ text: z.string() })),
  'system.showDataFolder': procedure(nothing, nothing),
  /** Whether the system starts the app, without a window, when the user signs in to the computer. */
  'system.startsAtLogin': procedure(nothing, startsAtLogin),
  /** Answers with what the system says afterwards. `storage` (`start-at-login`) where it cannot be written. */
  'system.setStartsAtLogin': procedure(startsAtLogin, startsAtLogin),
  /** Puts a good backup in the place of the database that was made new at start-up. */
  'system.restoreBackup': procedure(z.strictObject({ name: text(300) }), nothing),
  'system.dismissNotice': procedure(z.strictObject({ notice: z.enum(['storage', 'copy']) }), nothing),
};

export const systemEvents = {};
