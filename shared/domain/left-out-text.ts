import type { Translate } from '../texts/translate.ts';
import type { LayoutField, LeftOutReason } from './line-layout.ts';

interface LeftOut {
  readonly reason: LeftOutReason['reason'];
  readonly field: LayoutField | null;
  readonly count: number;
}

/** Says how many proxies a layout leaves out, and why. */
export const leftOutText = ({ reason, field, count }: LeftOut, t: Translate<'layouts'>): string =>
  t(`layouts:leftOut.${reason}`, { count, field: field === null ? '' : t(`layouts:fields.${field}`) });
