import { Button } from '@mantine/core';
import { IconFolder } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useDeskEvent } from '../../bridge/use-desk-event.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { go } from '../../nav/router.ts';
import { DragHandle } from '../../parts/lists/drag-handle.tsx';
import { showExport } from '../../parts/lists/save-list.ts';
import { TextLink } from '../../ui/text-link.tsx';
import styles from './lists.module.css';

const SHOWN = 5;

/** Lists the newest files of a list. */
export const ListFiles = ({ listId }: { readonly listId: number }) => {
  const { t } = useTranslation('lists');
  const format = useFormat();
  const exports = useQuery('lists.exports', { filter: { listId }, offset: 0, limit: SHOWN });
  useDeskEvent('lists.exported', (exported) => {
    if (exported.listId === listId) exports.reload();
  });
  const rows = exports.value?.rows ?? [];
  const total = exports.value?.total ?? 0;
  if (rows.length === 0) return null;
  return (
    <ul className={styles.files} aria-label={t('files.title')}>
      {rows.map((record) => (
        <li key={record.id} className={styles.file}>
          {record.exists ? <DragHandle what={{ exportId: record.id }} /> : null}
          <TextLink
            className={`${styles.fileName} clip`}
            title={record.path}
            onGo={() => go('lists', { exportId: record.id, filter: { tab: 'exports', listId } })}
          >
            {record.fileName}
          </TextLink>
          <span className={styles.dim}>
            {t('format.name', { formatId: record.formatId })} · {t(`variant.${record.variant}`)} ·{' '}
            {t('lines', { count: record.lineCount, formatted: format.number(record.lineCount) })}
          </span>
          <Button
            className="push"
            size="compact-sm"
            variant="subtle"
            leftSection={<IconFolder size={14} aria-hidden />}
            disabled={!record.exists}
            onClick={() => void showExport(record.id)}
          >
            {record.exists ? t('showInFolder') : t('exists.no')}
          </Button>
        </li>
      ))}
      {total > rows.length ? (
        <li className={styles.file}>
          <TextLink onGo={() => go('lists', { filter: { tab: 'exports', listId } })}>
            {t('files.all', { formatted: format.number(total) })}
          </TextLink>
        </li>
      ) : null}
    </ul>
  );
};
