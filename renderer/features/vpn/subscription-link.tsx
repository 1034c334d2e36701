import { ActionIcon, Button, Group, Modal } from '@mantine/core';
import { IconExternalLink, IconQrcode } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { VpnSubscription } from '#shared/contract/vpn.ts';
import { call } from '../../bridge/desk.ts';
import { openLink } from '../../parts/vpn/link-actions.ts';
import { QrCodeImage } from '../../parts/vpn/qr-code-image.tsx';
import { Secret } from '../../ui/secret.tsx';
import styles from './vpn.module.css';

interface SubscriptionLinkProps {
  readonly clientId: number;
  readonly subscription: Pick<VpnSubscription, 'uuid' | 'link'>;
  /** Whether the QR code is shown. Another control can show it as well. */
  readonly qr: readonly [opened: boolean, setOpened: (opened: boolean) => void];
}

/**
 * The link of a subscription. It is masked until the user asks, can be copied and shown as a QR code, and opened if it
 * is https.
 */
export const SubscriptionLink = ({ clientId, subscription, qr }: SubscriptionLinkProps) => {
  const { t } = useTranslation('vpn');
  const [isQrOpen, setQrOpen] = qr;
  const { uuid, link } = subscription;
  const one = { clientId, uuid };
  if (link === 'none') return <span className="dim">{t('noLink')}</span>;

  return (
    <Group gap={2} wrap="nowrap" className={styles.link ?? ''}>
      <Secret
        name={t('linkName')}
        reveal={async () => {
          const result = await call('vpn.revealLink', one);
          return result.ok ? { ok: true, value: result.value.url } : result;
        }}
        copy={() => call('vpn.copyLink', one)}
      />
      <ActionIcon aria-label={t('qrShow')} title={t('qr')} onClick={() => setQrOpen(true)}>
        <IconQrcode size={16} aria-hidden />
      </ActionIcon>
      {link === 'https' ? (
        <ActionIcon aria-label={t('open')} title={t('open')} onClick={() => void openLink(one)}>
          <IconExternalLink size={16} aria-hidden />
        </ActionIcon>
      ) : null}
      <QrDialog {...one} opened={isQrOpen} onClose={() => setQrOpen(false)} />
    </Group>
  );
};

interface QrDialogProps {
  readonly clientId: number;
  readonly uuid: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** The link as a QR code, which exists only while the dialog is open. */
const QrDialog = ({ clientId, uuid, opened, onClose }: QrDialogProps) => {
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
