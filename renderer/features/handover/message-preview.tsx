import { Button, Skeleton } from '@mantine/core';
import { IconEye, IconEyeOff, IconFile, IconQrcode } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ProcedureOutput } from '#shared/contract/index.ts';
import type { Query } from '../../bridge/use-query.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { QrCode } from '../vpn/qr-dialog.tsx';
import styles from './handover.module.css';
import type { PackState } from './use-pack.ts';

interface MessagePreviewProps {
  readonly preview: Query<ProcedureOutput<'handover.preview'>>;
  readonly pack: PackState['pack'];
  readonly isRevealed: boolean;
  readonly onReveal: () => void;
}

/** The message as the client will read it, and what the folder will hold. Secrets are masked until asked for. */
export const MessagePreview = ({ preview, pack, isRevealed, onReveal }: MessagePreviewProps) => {
  const { t } = useTranslation('handover');
  const { value, error } = preview;
  return (
    <section className={styles.preview} aria-label={t('preview')}>
      <div className={styles.row}>
        <h2 className={styles.heading}>{t('preview')}</h2>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={isRevealed ? <IconEyeOff size={15} aria-hidden /> : <IconEye size={15} aria-hidden />}
          onClick={onReveal}
        >
          {isRevealed ? t('hide') : t('reveal')}
        </Button>
      </div>
      {error === undefined ? null : <ErrorNotice error={error} onRetry={preview.reload} />}
      {value === undefined ? (
        error === undefined ? (
          <Skeleton height={200} />
        ) : null
      ) : (
        <>
          <pre className={`${styles.message} selectable`} lang={pack.language}>
            {value.text === '' ? <span className={styles.dim}>{t('emptyMessage')}</span> : value.text}
          </pre>
          {isRevealed ? (
            <div className={styles.codes}>
              {pack.uuids.map((uuid) => (
                <div key={uuid} className={styles.code}>
                  <QrCode clientId={pack.clientId} uuid={uuid} />
                </div>
              ))}
            </div>
          ) : null}
          <h3 className={styles.subheading}>{t('folder')}</h3>
          <ul className={styles.files} aria-label={t('folder')}>
            {value.files.map((file) => (
              <li key={file} title={file}>
                {file.endsWith('.png') ? <IconQrcode size={15} aria-hidden /> : <IconFile size={15} aria-hidden />}
                <span className={styles.title}>{file}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
};
