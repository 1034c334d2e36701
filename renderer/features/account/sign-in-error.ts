import i18next from 'i18next';
import type { AppError } from '#shared/result.ts';
import { markTold } from '../../bridge/untold.ts';
import { describeError } from '../../i18n/describe-error.ts';

/** At sign-in the same faults have other cures: the address and the token are what can be wrong. */
export const describeSignInError = (error: AppError): string => {
  markTold(error);
  const status = error.details?.status ?? '';
  switch (error.kind) {
    case 'offline':
    case 'timeout':
    case 'unauthorized':
    case 'forbidden':
    case 'malformed':
    case 'server':
    case 'not-found':
      // A finer reason (a redirect, a certificate) says more than the kind.
      return error.details?.code === undefined
        ? i18next.t(`account:signInErrors.${error.kind}`, { status })
        : describeError(error);
    default:
      return describeError(error);
  }
};
