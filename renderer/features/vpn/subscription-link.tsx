import { ActionIcon, Group } from '@mantine/core';
import { IconExternalLink, IconQrcode } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { VpnSubscription } from '#shared/contract/vpn.ts';
import { call } from '../../bridge/desk.ts';
import { Secret } from '../../ui/secret.tsx';
import { openLink } from './link-actions.ts';
import { QrDialog } from './qr-dialog.tsx';
import styles from './vpn.module.css';

interface SubscriptionLinkProps {
  readonly clientId: number;
  readonly subscription: Pick<VpnSubscription, 'uuid' | 'link'>;
  /** Whether the QR code is shown; something else can ask for it, too. */
  readonly qr: readonly [opened: boolean, setOpened: (opened: boolean) => void];
}

/** The link: masked until asked for, copied, shown as a QR code, and opened where it is https. */
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
