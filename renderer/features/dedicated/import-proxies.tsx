import { Button, Group, Textarea } from '@mantine/core';
import { IconFolderOpen } from '@tabler/icons-react';
import i18next from 'i18next';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportedTable } from '#shared/contract/import-proxies.ts';
import type { ProcedureOutput } from '#shared/contract/index.ts';
import type { AppError } from '#shared/result.ts';
import { call } from '../../bridge/desk.ts';
import { callOrTell } from '../../ui/call-or-tell.ts';
import { DropOverlay } from '../../ui/drop-overlay.tsx';
import { readDroppedTable } from '../../ui/dropped-table.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Form } from '../../ui/form.tsx';
import { FormDialog, useHeldDialog } from '../../ui/form-dialog.tsx';
import { doneToast, undoToast } from '../../ui/undo-toast.tsx';
import { useDroppedFiles } from '../../ui/use-dropped-files.ts';
import styles from './import-proxies.module.css';
import { ImportProxiesReview } from './import-proxies-review.tsx';

type Imported = ProcedureOutput<'dedicated.importConfirm'>;

interface ImportProxiesProps {
  readonly opened: boolean;
  /** The purchase that the proxies belong to, because its answer was lost. */
  readonly purchaseId: number | undefined;
  /** The table of a file that was dropped on the screen. */
  readonly dropped?: ImportedTable | undefined;
  readonly onClose: () => void;
}

/** Imports proxies that were bought elsewhere: a pasted list or a file, a review of what it means, and the result. */
export const ImportProxies = ({ opened, purchaseId, dropped, onClose }: ImportProxiesProps) => {
  const { t } = useTranslation('importProxies');
  return (
    <FormDialog
      opened={opened}
      title={purchaseId === undefined ? t('title') : t('titleFor', { id: purchaseId })}
      size={980}
      onClose={onClose}
    >
      <Steps purchaseId={purchaseId} dropped={dropped} onClose={onClose} />
    </FormDialog>
  );
};

const tellDone = ({ added, completed, heldBack, undoId }: Imported): void => {
  if (added > 0) undoToast(i18next.t('importProxies:done', { count: added }), undoId);
  if (completed > 0) doneToast(i18next.t('importProxies:doneEnds', { count: completed }));
  if (heldBack > 0) doneToast(i18next.t('importProxies:heldBack', { count: heldBack }));
};

/** Reads a file that was dropped on the window. A message says why one cannot be read; `undefined` then. */
export const openDroppedProxies = async (
  files: readonly File[],
  purchaseId: number | undefined,
): Promise<ImportedTable | undefined> => {
  const file = await readDroppedTable(files, i18next.t('importProxies:openFile'));
  return file === null ? undefined : callOrTell('dedicated.importGiven', { ...file, purchaseId });
};

const Steps = ({ purchaseId, dropped, onClose }: Omit<ImportProxiesProps, 'opened'>) => {
  const [text, setText] = useState('');
  const [table, setTable] = useState(dropped);
  const open = useRef(dropped?.importId);
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
      // In development React unmounts a new component once and mounts it again.
      queueMicrotask(() => {
        if (isShown.current || open.current === undefined) return;
        void call('dedicated.importCancel', { importId: open.current });
      });
    };
  }, []);
  const show = (read: ImportedTable | undefined): void => {
    open.current = read?.importId;
    setTable(read);
  };
  if (table === undefined) {
    return <Source purchaseId={purchaseId} text={text} onText={setText} onRead={show} onClose={onClose} />;
  }
  return (
    <ImportProxiesReview
      first={table}
      onBack={() => {
        void call('dedicated.importCancel', { importId: table.importId });
        show(undefined);
      }}
      onDone={(imported) => {
        open.current = undefined;
        onClose();
        tellDone(imported);
      }}
    />
  );
};

interface SourceProps {
  readonly purchaseId: number | undefined;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onRead: (table: ImportedTable) => void;
  readonly onClose: () => void;
}

const Source = ({ purchaseId, text, onText, onRead, onClose }: SourceProps) => {
  const { t } = useTranslation(['importProxies', 'common']);
  const [error, setError] = useState<AppError>();
  const [busy, setBusy] = useState<'text' | 'file'>();
  useHeldDialog(busy !== undefined);
  const onFiles = async (files: readonly File[]) => {
    setBusy('file');
    setError(undefined);
    const read = await openDroppedProxies(files, purchaseId);
    setBusy(undefined);
    if (read !== undefined) onRead(read);
  };
  const isDragging = useDroppedFiles(busy === undefined, (files) => void onFiles(files), { inDialog: true });
  const read = async (from: 'text' | 'file') => {
    setBusy(from);
    setError(undefined);
    const result = await (from === 'text'
      ? call('dedicated.importText', { text, purchaseId })
      : call('dedicated.importFile', { purchaseId }));
    setBusy(undefined);
    if (!result.ok) setError(result.error);
    else if (result.value !== null) onRead(result.value);
  };
  return (
    <Form onSubmit={() => read('text')}>
      {isDragging ? <DropOverlay text={t('importProxies:drop')} /> : null}
      <p className="dim">{purchaseId === undefined ? t('importProxies:intro') : t('importProxies:introFor')}</p>
      <Textarea
        data-autofocus
        label={t('importProxies:pasted')}
        description={t('importProxies:pastedHelp')}
        placeholder={t('importProxies:placeholder')}
        classNames={{ input: styles.pasted }}
        rows={12}
        spellCheck={false}
        wrap="off"
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
      />
      <ErrorNotice error={error} />
      <Group gap="8px 12px" justify="flex-end">
        <Button
          mr="auto"
          leftSection={<IconFolderOpen size={15} aria-hidden />}
          loading={busy === 'file'}
          onClick={() => void read('file')}
        >
          {t('importProxies:openFile')}
        </Button>
        <Button onClick={onClose}>{t('common:actions.cancel')}</Button>
        <Button variant="filled" type="submit" loading={busy === 'text'} disabled={text.trim() === ''}>
          {t('importProxies:read')}
        </Button>
      </Group>
    </Form>
  );
};
