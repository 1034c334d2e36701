import { DeskError } from '#shared/result.ts';

const MESSAGES = {
  'change-damaged': 'What is in the shared database is not what was sealed.',
  'key-unknown': 'It is sealed with a key that this computer does not have.',
  'key-retired': 'It is sealed with a key that no longer holds.',
  'newer-format': 'It is of a format this version does not know.',
  'invitation-unknown': 'The text holds no invitation.',
  'invitation-too-long': 'The text is too long for an invitation.',
  'invitation-cut-short': 'The end of the invitation is missing.',
  'invitation-damaged': 'The invitation is not what was made.',
  'invitation-newer': 'The invitation is of a format this version does not know.',
  'invitation-wrong-passphrase': 'The passphrase does not open the invitation.',
  'invitation-expired': 'The invitation is no longer valid.',
} as const;

/**
 * Returns a DeskError `shared-desk` that says what is wrong with something sealed. It never reveals any of the content.
 */
export const sealingError = (code: keyof typeof MESSAGES): DeskError =>
  new DeskError('shared-desk', MESSAGES[code], { code });
