import { ActionIcon, VisuallyHidden } from '@mantine/core';
import {
  type Icon,
  IconCalendarTime,
  IconClockExclamation,
  IconDroplet,
  IconEye,
  IconFolderX,
  IconListDetails,
  IconPlugConnectedX,
  IconReportOff,
  IconServer2,
  IconUserExclamation,
  IconWallet,
  IconX,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Alert } from '#shared/contract/alerts.ts';
import { alertNotice } from '#shared/domain/alert-texts.ts';
import { useLanguage, useTexts } from '../../i18n/use-language.ts';
import { useSettings } from '../../parts/settings/settings-store.ts';
import { CopyRowItem } from '../../ui/copy-row-item.tsx';
import { ActionItem } from '../../ui/menu-action.tsx';
import { useNow } from '../../ui/use-now.ts';
import { useRowMenu } from '../../ui/use-row-menu.tsx';
import { dismissAlerts, openAlert } from './alert-actions.ts';
import styles from './alerts.module.css';

const ICONS: Readonly<Record<Alert['kind'], Icon>> = {
  vpn: IconClockExclamation,
  proxy: IconServer2,
  traffic: IconDroplet,
  balance: IconWallet,
  order: IconCalendarTime,
  schedule: IconFolderX,
  report: IconReportOff,
  check: IconPlugConnectedX,
  'list-check': IconListDetails,
  'paid-until': IconUserExclamation,
};

/** Shows one alert in the words of its notification. A click opens its subject. */
export const AlertRow = ({ alert }: { readonly alert: Alert }) => {
  const { t } = useTranslation('alerts');
  const language = useLanguage();
  const words = useTexts();
  const now = useNow();
  const zone = useSettings(({ settings }) => settings?.assumedZone ?? '');
  const { title, body } = alertNotice(alert, { t: words, language, now, zone });
  const open = () => void openAlert(alert.id);
  const dismiss = () => void dismissAlerts(alert.id, 1);
  const { on, menu } = useRowMenu(() => (
    <>
      <ActionItem action={{ icon: IconEye, label: t('show'), run: open }} />
      <CopyRowItem cells={[title, body]} />
      <ActionItem action={{ icon: IconX, label: t('dismissOne'), run: dismiss }} />
    </>
  ));
  const IconOf = ICONS[alert.kind];
  const isOver = alert.stage === 0;
  return (
    <div className={styles.row} data-unread={alert.readAt === null || undefined} {...on(alert)}>
      <button type="button" className={styles.open} title={`${title}\n${body}`} onClick={open}>
        <IconOf size={16} aria-hidden className={styles.icon} data-over={isOver || undefined} />
        <span className={styles.texts}>
          <span className={styles.name}>
            {alert.readAt === null ? <VisuallyHidden>{t('unread')}</VisuallyHidden> : null}
            <bdi>{title}</bdi>
          </span>
          <span className={styles.body}>{body}</span>
        </span>
      </button>
      <ActionIcon aria-label={t('dismiss', { title })} onClick={dismiss}>
        <IconX size={14} aria-hidden />
      </ActionIcon>
      {menu}
    </div>
  );
};
