import { Button, Group, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { QrCodeImage } from '../../parts/vpn/qr-code-image.tsx';

interface QrDialogProps {
  readonly clientId: number;
  readonly uuid: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}

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
