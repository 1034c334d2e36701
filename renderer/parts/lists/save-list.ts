import i18next from 'i18next';
import type { LeftOutCount } from '#shared/contract/layouts.ts';
import type { ExportRecord } from '#shared/contract/lists.ts';
import { leftOutText } from '#shared/domain/left-out-text.ts';
import { translatorIn } from '../../i18n/i18n.ts';
import { shownLanguage } from '../../i18n/use-language.ts';
import { callOrTell } from '../../ui/call-or-tell.ts';
import { actionToast, doneToast } from '../../ui/undo-toast.tsx';

export const SHORT_SHA = 12;
const SHOWN_FOR = 20_000;

export const showExport = (exportId: number) => callOrTell('lists.showExport', { exportId });

/** Reports what was read back from the disk, and offers to show the file. */
export const savedToast = (record: ExportRecord, lines: string): void =>
  actionToast(
    i18next.t('lists:saved', { file: record.fileName, lines, sha: record.sha256.slice(0, SHORT_SHA) }),
    i18next.t('lists:showInFolder'),
    () => void showExport(record.id),
    SHOWN_FOR,
  );

/** Reports the proxies that the copied or saved lines leave out, and why. */
export const tellLeftOut = (leftOut: readonly LeftOutCount[]): void => {
  const words = translatorIn(shownLanguage());
  for (const one of leftOut) doneToast(leftOutText(one, words));
};
