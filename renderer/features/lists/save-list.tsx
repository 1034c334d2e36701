import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconFileCheck } from '@tabler/icons-react';
import i18next from 'i18next';
import type { ExportRecord } from '#shared/contract/lists.ts';
import { call } from '../../bridge/desk.ts';
import { closeName, errorToast } from '../../ui/undo-toast.tsx';

export const SHORT_SHA = 12;
const SHOWN_FOR = 20_000;

export const showExport = async (exportId: number): Promise<void> => {
  const result = await call('lists.showExport', { exportId });
  if (!result.ok) errorToast(result.error);
};

/** What was read back from the disk, and the way to the file. */
export const savedToast = (record: ExportRecord, lines: string): void => {
  const id = notifications.show({
    autoClose: SHOWN_FOR,
    withBorder: true,
    closeButtonProps: closeName(),
    icon: <IconFileCheck size={16} aria-hidden />,
    message: (
      <>
        <div className="selectable" style={{ overflowWrap: 'anywhere' }}>
          {i18next.t('lists:saved', { file: record.fileName, lines, sha: record.sha256.slice(0, SHORT_SHA) })}
        </div>
        <Button
          className="flush-start"
          size="compact-sm"
          variant="subtle"
          mt={4}
          onClick={() => {
            notifications.hide(id);
            void showExport(record.id);
          }}
        >
          {i18next.t('lists:showInFolder')}
        </Button>
      </>
    ),
  });
};
