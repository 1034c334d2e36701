import { ActionIcon, Button } from '@mantine/core';
import { IconEye, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BackupCopy } from '#shared/contract/backup.ts';
import { call } from '../../bridge/desk.ts';
import { useAction } from '../../bridge/use-action.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { ActionItem } from '../../ui/menu-action.tsx';
import { useRowMenu } from '../../ui/use-row-menu.tsx';
import styles from './backup.module.css';
import { RestoreDialog } from './restore-dialog.tsx';

/** Lists the copies on this computer: daily ones, those made before an update, and those that a restore set aside. */
export const CopiesList = () => {
  const { t } = useTranslation(['backup', 'common']);
  const format = useFormat();
  const list = useQuery('backup.list', {});
  const [looked, setLooked] = useState<string>();
  const [unwanted, setUnwanted] = useState<BackupCopy>();
  const remove = useAction('backup.removeCopy');
  const copies = list.value?.copies ?? [];

  const { on, menu } = useRowMenu((copy: BackupCopy) => (
    <>
      <ActionItem action={{ icon: IconEye, label: t('copies.look'), run: () => setLooked(copy.name) }} />
      <ActionItem action={{ icon: IconTrash, label: t('copies.removeConfirm'), run: () => setUnwanted(copy) }} />
    </>
  ));
  const onRemove = async () => {
    if (unwanted === undefined) return;
    const result = await remove.run({ name: unwanted.name });
    list.reload();
    if (result.ok) setUnwanted(undefined);
  };
  return (
    <>
      <h3>{t('copies.title')}</h3>
      <p className="prose">{t('copies.text')}</p>
      <ErrorNotice error={list.error} />
      {list.value !== undefined && copies.length === 0 ? <p className="prose">{t('copies.none')}</p> : null}
      <ul className={styles.copies} aria-label={t('copies.title')}>
        {copies.map((copy) => {
          const time = format.dateTime(copy.createdAt);
          return (
            <li key={copy.name} className={styles.copy} {...on(copy)}>
              <span className={styles.when} title={copy.name}>
                {time}
              </span>
              <span>{t(`copies.kinds.${copy.kind}`)}</span>
              <span className={styles.size}>{format.bytes(copy.bytes)}</span>
              <Button size="compact-sm" onClick={() => setLooked(copy.name)} aria-label={t('copies.lookAt', { time })}>
                {t('copies.look')}
              </Button>
              <ActionIcon aria-label={t('copies.remove', { time })} onClick={() => setUnwanted(copy)}>
                <IconTrash size={15} aria-hidden />
              </ActionIcon>
            </li>
          );
        })}
      </ul>
      {menu}
      {copies.length === 0 ? null : (
        <Button onClick={() => void call('backup.showCopies', {})}>{t('common:words.showFolder')}</Button>
      )}
      <RestoreDialog
        source={looked === undefined ? undefined : { kind: 'copy', name: looked }}
        onClose={() => {
          setLooked(undefined);
          list.reload();
        }}
      />
      <ConfirmDialog
        opened={unwanted !== undefined}
        title={t('copies.removeTitle')}
        confirmLabel={t('copies.removeConfirm')}
        danger
        busy={remove.busy}
        onConfirm={() => void onRemove()}
        onCancel={() => {
          remove.clearError();
          setUnwanted(undefined);
        }}
      >
        {t('copies.removeText', { time: unwanted === undefined ? '' : format.dateTime(unwanted.createdAt) })}
        <ErrorNotice error={remove.error} />
      </ConfirmDialog>
    </>
  );
};
