import { Button, Group, Textarea } from '@mantine/core';
import { IconFolderOpen } from '@tabler/icons-react';
import i18next from 'i18next';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportedTable } from '#shared/contract/import-proxies.ts';
import type { ProcedureOutput } from '#shared/contract/index.ts';
import type { AppError } from '#shared/result.ts';
import { call } from '../../bridge/desk.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Form } from '../../ui/form.tsx';
import { FormDialog, useHeldDialog } from '../../ui/form-dialog.tsx';
import { doneToast, undoToast } from '../../ui/undo-toast.tsx';
import styles from './import-proxies.module.css';
import { ImportProxiesReview } from './import-proxies-review.tsx';

type Imported = ProcedureOutput<'dedicated.importConfirm'>;

interface ImportProxiesProps {
  readonly opened: boolean;
  /** The purchase that the proxies belong to, because its answer was lost. */
  readonly purchaseId: number | undefined;
  readonly onClose: () => void;
}

/** Imports proxies that were bought elsewhere: a pasted list or a file, a review of what it means, and the result. */
export const ImportProxies = ({ opened, purchaseId, onClose }: ImportProxiesProps) => {
  const { t } = useTranslation('importProxies');
  return (
    <FormDialog
      opened={opened}
      title={purchaseId === undefined ? t('title') : t('titleFor', { id: purchaseId })}
      size={980}
      onClose={onClose}
    >
      <Steps purchaseId={purchaseId} onClose={onClose} />
    </FormDialog>
  );
};

const tellDone = ({ added, completed, undoId }: Imported): void => {
  if (added > 0) undoToast(i18next.t('importProxies:done', { count: added }), undoId);
  if (completed > 0) doneToast(i18next.t('importProxies:doneEnds', { count: completed }));
};

const Steps = ({ purchaseId, onClose }: Omit<ImportProxiesProps, 'opened'>) => {
  const [text, setText] = useState('');
  const [table, setTable] = useState<ImportedTable>();
  const open = useRef<number>(undefined);
  useEffect(
    () => () => {
      if (open.current !== undefined) void call('dedicated.importCancel', { importId: open.current });
    },
    [],
  );
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
