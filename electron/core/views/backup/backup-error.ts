import { DeskError } from '#shared/result.ts';

const MESSAGES = {
  'backup-unknown': 'The file is not a backup of this app.',
  'backup-format-newer': 'The file is of a format this version does not know.',
  'backup-damaged': 'The backup file is damaged.',
  'backup-cut-short': 'The backup file ends too early.',
  'backup-too-large': 'The backup unpacks to more than a desk can be.',
  'backup-wrong-passphrase': 'The passphrase does not open this backup.',
} as const;

/** Creates the `file` error for a bad backup file or a wrong passphrase. */
export const backupError = (code: keyof typeof MESSAGES): DeskError => new DeskError('file', MESSAGES[code], { code });
