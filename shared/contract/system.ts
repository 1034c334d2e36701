import { z } from 'zod';
import { event, nothing, procedure, text, timestamp } from './define.ts';

const info = z.object({
  version: z.string(),
  /** The versions of Electron, Chromium and Node. */
  runtime: z.string(),
  sqlite: z.string(),
  /** The number of the database's last migration. */
  schema: z.int(),
  platform: z.string(),
  locale: z.string(),
  dataFolder: z.string(),
  /** The problem that the start found with the database, and the solution it applied; `null` if there was none. */
  storageNotice: z
    .object({ setAside: z.string(), backups: z.array(z.object({ name: z.string(), createdAt: timestamp })) })
    .nullable(),
  /**
   * When the desk was recognized as a copy and given its own identity; `null` if it was not, or the user has confirmed
   * the notice.
   */
  copyFoundAt: timestamp.nullable(),
});

const helpPage = z.enum(['manual', 'changes']);
export type HelpPage = z.output<typeof helpPage>;

const startsAtLogin = z.strictObject({ isOn: z.boolean() });

export const systemProcedures = {
  'system.info': procedure(nothing, info),
  /** Copies the information that support needs: versions, states, counts and kinds of errors, without secrets. */
  'system.copyDiagnostics': procedure(nothing, z.object({ text: z.string() })),
  'system.showDataFolder': procedure(nothing, nothing),
  /** Opens the window with the manual or the change log, which has no network and no scripts. */
  'system.showHelp': procedure(z.strictObject({ page: helpPage }), nothing),
  /** Returns whether the system starts the app without a window when the user signs in to the computer. */
  'system.startsAtLogin': procedure(nothing, startsAtLogin),
  /**
   * Changes this setting, and returns its state as the system reports it afterwards. Throws `storage`
   * (`start-at-login`) if it cannot be written.
   */
  'system.setStartsAtLogin': procedure(startsAtLogin, startsAtLogin),
  /** Restores a valid backup in place of the database that was created at the start. */
  'system.restoreBackup': procedure(z.strictObject({ name: text(300) }), nothing),
  'system.dismissNotice': procedure(z.strictObject({ notice: z.enum(['storage', 'copy']) }), nothing),
};

export const systemEvents = {
  /**
   * The core has started after the page was drawn from answers of the last run of the app
   * (electron/main/kept-answers.ts). `changed` names the requests whose answers have changed since. The shell sends it.
   */
  'system.answersChecked': event(z.object({ changed: z.array(text(100)) })),
};
