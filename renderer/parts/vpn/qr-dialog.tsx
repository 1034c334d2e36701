import { Button, Group, Modal, Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useQuery } from '../../bridge/use-query.ts';
import styles from '../../features/vpn/vpn.module.css';
import { ErrorNotice } from '../../ui/error-notice.tsx';

interface QrDialogProps {
  readonly clientId: number;
  readonly uuid: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Modules around the code that stay white: scanners need them (ISO/IEC 18004). */
const QUIET = 4;

/** The subscription link as a QR code. It is made when the dialog opens, and gone when it closes. */
export const QrDialog = ({ clientId, uuid, opened, onClose }: QrDialogProps) => {
  const { t } = useTranslation(['vpn', 'common']);
  return (
    <Modal opened={opened} onClose={onClose} title={t('qrTitle')} size={360} centered withCloseButton={false}>
      {opened ? <QrCodeImage clientId={clientId} uuid={uuid} /> : null}
      <p className="para dim">{t('qrText')}</p>
      <Group gap={8} wrap="nowrap" justify="flex-end" mt={20}>
        <Button data-autofocus onClick={onClose}>
          {t('common:actions.close')}
        </Button>
      </Group>
    </Modal>
  );
};

/** The code by itself; it is made when it is shown. */
export const QrCodeImage = ({ clientId, uuid }: Pick<QrDialogProps, 'clientId' | 'uuid'>) => {
  const { t } = useTranslation(['vpn', 'common']);
  const query = useQuery('vpn.qr', { clientId, uuid });
  if (query.error !== undefined) return <ErrorNotice error={query.error} />;
  if (query.value === undefined) return <Skeleton height={300} />;
  const side = query.value.size + 2 * QUIET;
  return (
    <svg
      className={styles.qr}
      viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
      role="img"
      aria-label={t('qrImage')}
      shapeRendering="crispEdges"
    >
      <path d={query.value.path} />
    </svg>
  );
};
