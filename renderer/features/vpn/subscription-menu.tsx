import { Menu } from '@mantine/core';
import { IconCalendarPlus, IconCopy, IconExternalLink, IconQrcode, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { VpnSubscription } from '#shared/contract/vpn.ts';
import { useIsOffline } from '../../app/connection-store.ts';
import { copyText } from '../../ui/copy-text.ts';
import { copyLink, openLink } from './link-deeds.ts';

const ICON = { size: 15, 'aria-hidden': true } as const;

interface SubscriptionMenuItemsProps {
  readonly clientId: number;
  readonly subscription: VpnSubscription;
  readonly onQr: () => void;
  readonly onRenew: () => void;
  readonly onDelete: () => void;
}

/** What the buttons of a subscription do, behind the right click. */
export const SubscriptionMenuItems = (props: SubscriptionMenuItemsProps) => {
  const { clientId, subscription, onQr, onRenew, onDelete } = props;
  const { t } = useTranslation('vpn');
  const offline = useIsOffline();
  const { uuid, link } = subscription;
  const one = { clientId, uuid };
  return (
    <>
      <Menu.Item leftSection={<IconCalendarPlus {...ICON} />} disabled={offline} onClick={onRenew}>
        {t('renew')}
      </Menu.Item>
      {link === 'none' ? null : (
        <>
          <Menu.Item leftSection={<IconCopy {...ICON} />} onClick={() => void copyLink(one)}>
            {t('copyLink')}
          </Menu.Item>
          <Menu.Item leftSection={<IconQrcode {...ICON} />} onClick={onQr}>
            {t('qrShow')}
          </Menu.Item>
        </>
      )}
      {link === 'https' ? (
        <Menu.Item leftSection={<IconExternalLink {...ICON} />} onClick={() => void openLink(one)}>
          {t('open')}
        </Menu.Item>
      ) : null}
      <Menu.Item leftSection={<IconCopy {...ICON} />} onClick={() => copyText(uuid)}>
        {t('copyId')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item leftSection={<IconTrash {...ICON} />} disabled={offline} onClick={onDelete}>
        {t('delete')}
      </Menu.Item>
    </>
  );
};
