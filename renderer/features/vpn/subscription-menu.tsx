import { Menu } from '@mantine/core';
import { IconCalendarPlus, IconCopy, IconExternalLink, IconQrcode, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { VpnSubscription } from '#shared/contract/vpn.ts';
import { useNoService } from '../../bridge/service-gap.ts';
import { copyText } from '../../ui/copy-text.ts';
import { ActionItem } from '../../ui/menu-action.tsx';
import { copyLink, openLink } from './link-actions.ts';

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
  const noService = useNoService();
  const { uuid, link } = subscription;
  const one = { clientId, uuid };
  return (
    <>
      <ActionItem action={{ icon: IconCalendarPlus, label: t('renew'), noService, run: onRenew }} />
      {link === 'none' ? null : (
        <>
          <ActionItem action={{ icon: IconCopy, label: t('copyLink'), run: () => void copyLink(one) }} />
          <ActionItem action={{ icon: IconQrcode, label: t('qrShow'), run: onQr }} />
        </>
      )}
      {link === 'https' ? (
        <ActionItem action={{ icon: IconExternalLink, label: t('open'), run: () => void openLink(one) }} />
      ) : null}
      <ActionItem action={{ icon: IconCopy, label: t('copyId'), run: () => copyText(uuid) }} />
      <Menu.Divider />
      <ActionItem action={{ icon: IconTrash, label: t('delete'), noService, run: onDelete }} />
    </>
  );
};
