import { Popover } from '@mantine/core';
import { IconBell, IconBellRinging } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format.ts';
import { LazyScreen, lazyCode } from '../../ui/lazy-screen.tsx';
import styles from './alerts.module.css';
import { showAlerts, useAlerts } from './store.ts';

export const alertPanel = lazyCode(async () => (await import('./alert-panel.tsx')).AlertPanel);

/** Shows the number of unread alerts in the status bar, and opens the list of all. */
export const AlertBell = ({ className }: { readonly className: string }) => {
  const { t } = useTranslation('alerts');
  const format = useFormat();
  const { counts, opened } = useAlerts();
  const { total, unread } = counts;
  const change = (next: boolean) => {
    // A press in the menu of an alert is outside the list, but must not close it.
    if (next || document.querySelector('[role="menu"]') === null) showAlerts(next);
  };
  const IconOf = unread > 0 ? IconBellRinging : IconBell;
  return (
    <Popover
      opened={opened}
      onChange={change}
      position="top-end"
      width={500}
      trapFocus
      returnFocus
      withinPortal
      // Messages stand above it, because the undo of a dismissed alert is one of them.
      zIndex={240}
    >
      <Popover.Target>
        <button
          type="button"
          className={className}
          data-tone={unread > 0 ? 'warn' : undefined}
          aria-label={unread > 0 ? t('bellUnread', { count: unread }) : t('bell', { count: total })}
          onClick={() => showAlerts(!opened)}
        >
          <IconOf size={14} aria-hidden />
          {unread > 0 ? format.number(unread) : null}
        </button>
      </Popover.Target>
      <Popover.Dropdown className={styles.dropdown}>
        <LazyScreen code={alertPanel} />
      </Popover.Dropdown>
    </Popover>
  );
};
