import { DeskError } from '#shared/result.ts';

export const notShared = (): DeskError =>
  new DeskError('conflict', 'This desk is not shared.', { code: 'desk-not-shared' });

export const chargeInFlight = (): DeskError =>
  new DeskError('conflict', 'A purchase of this account is under way.', { code: 'charge-in-flight' });

export const keyMissing = (): DeskError =>
  new DeskError('shared-desk', 'The key is not in the keychain.', { code: 'key-missing' });
