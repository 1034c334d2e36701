import { Box, Button, Group } from '@mantine/core';
import { IconEye, IconEyeOff, IconFile, IconQrcode } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ProcedureOutput } from '#shared/contract/index.ts';
import type { Query } from '../../bridge/use-query.ts';
import { QrCodeImage } from '../../parts/vpn/qr-code-image.tsx';
import { Answer } from '../../ui/answer.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './handover.module.css';
import type { PackState } from './use-pack.ts';

interface MessagePreviewProps {
  readonly preview: Query<ProcedureOutput<'handover.preview'>>;
  readonly pack: PackState['pack'];
  readonly isRevealed: boolean;
  readonly onReveal: () => void;
}

/** Previews the message to the client and the files in the folder. Secrets are masked until the user asks. */
export const MessagePreview = ({ preview, pack, isRevealed, onReveal }: MessagePreviewProps) => {
  const { t } = useTranslation('handover');
  return (
    <section className={styles.preview} aria-label={t('preview')}>
      <Group gap={8} justify="space-between" mih={28} mb={8}>
        <h2>{t('preview')}</h2>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={isRevealed ? <IconEyeOff size={15} aria-hidden /> : <IconEye size={15} aria-hidden />}
          onClick={onReveal}
        >
          {isRevealed ? t('hide') : t('reveal')}
        </Button>
      </Group>
      <Answer query={preview} height={200}>
        {({ text, files, leftOut }) => (
          <>
            <pre className={`${styles.message} selectable`} lang={pack.language}>
              {text === '' ? <span className="dim">{t('emptyMessage')}</span> : text}
            </pre>
            {leftOut === 0 ? null : <Notice tone="warn">{t('leftOut', { count: leftOut })}</Notice>}
            {isRevealed ? (
              <Group gap={12} mt={12}>
                {pack.uuids.map((uuid) => (
                  <Box key={uuid} w={200}>
                    <QrCodeImage clientId={pack.clientId} uuid={uuid} />
                  </Box>
                ))}
              </Group>
            ) : null}
            <h3 style={{ margin: '16px 0 6px' }}>{t('folder')}</h3>
            <ul className={styles.files} aria-label={t('folder')}>
              {files.map((file) => (
                <li key={file} title={file}>
                  {file.endsWith('.png') ? <IconQrcode size={15} aria-hidden /> : <IconFile size={15} aria-hidden />}
                  <span style={{ overflowWrap: 'anywhere' }}>{file}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </Answer>
    </section>
  );
};
