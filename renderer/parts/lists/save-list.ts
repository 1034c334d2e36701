import i18next from 'i18next';
import type { ExportRecord } from '#shared/contract/lists.ts';
import { callOrTell } from '../../ui/call-or-tell.ts';
import { actionToast } from '../../ui/undo-toast.tsx';

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
