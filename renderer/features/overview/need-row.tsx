import { Button, Group } from '@mantine/core';
import {
  IconActivity,
  IconAlertTriangle,
  IconCalendarTime,
  IconClock,
  IconClockX,
  IconCoins,
  IconEye,
  IconGauge,
  IconHelpCircle,
  IconHistory,
  IconPackageOff,
  IconPlayerPlay,
  IconUserExclamation,
  IconWallet,
} from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { NeedWindow } from '#shared/contract/overview.ts';
import { assertNever } from '#shared/result.ts';
import { useNoService } from '../../bridge/service-gap.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { go } from '../../nav/router.ts';
import { Age } from '../../ui/age.tsx';
import { CopyRowItem } from '../../ui/copy-row-item.tsx';
import { ActionItem } from '../../ui/menu-action.tsx';
import { ServiceButton } from '../../ui/service-hint.tsx';
import type { StatusStyle } from '../../ui/status-chip.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useRowMenu } from '../../ui/use-row-menu.tsx';
import { buyForLow, prolongEnding, refreshStale, renewEnding } from './ending-actions.ts';
import type { NeedLine } from './need-lines.ts';
import styles from './overview.module.css';

const ENDS: Readonly<Record<NeedWindow, StatusStyle>> = {
  'expired-7': { tone: 'bad', icon: IconClockX },
  'within-1': { tone: 'bad', icon: IconAlertTriangle },
  'within-3': { tone: 'warn', icon: IconClock },
  'within-7': { tone: 'info', icon: IconClock },
};

const PURCHASES = {
  'open-purchases': { icon: IconHelpCircle, text: 'open', states: 'unknown' },
  'goods-missing': { icon: IconPackageOff, text: 'missing', states: 'goodsMissing' },
} as const;

const isSameLine = (one: NeedRowProps, other: NeedRowProps): boolean => JSON.stringify(one) === JSON.stringify(other);

interface NeedRowProps {
  readonly line: NeedLine;
  /** The threshold of a low pool in GB. */
  readonly belowGb: number;
}

/**
 * Shows one need of the user: count, subject, age of the data, and the possible actions. Every answer makes new line
 * objects, but a line that says the same as before is not drawn again.
 */
export const NeedRow = memo(({ line, belowGb }: NeedRowProps) => {
  const { t } = useTranslation(['overview', 'alerts', 'premium', 'refresh', 'clients']);
  const format = useFormat();
  const nearerText = (window: NeedWindow, count: number): string =>
    t(`overview:needs.nearer.${window === 'within-1' ? window : 'within-3'}`, { count });
  switch (line.kind) {
    case 'open-purchases':
    case 'goods-missing': {
      const { icon, text, states } = PURCHASES[line.kind];
      return (
        <Row
          tone="bad"
          icon={icon}
          text={t(`overview:needs.${text}`, { count: line.count })}
          show={{
            label: t('overview:needs.showPurchases', { count: line.count }),
            run: () => go('purchases', { filter: { states } }),
          }}
        />
      );
    }
    case 'vpn':
      return (
        <Row
          {...ENDS[(line.nearer[0] ?? line).window]}
          text={t(`overview:needs.vpn.${line.window}`, { count: line.subscriptions })}
          asOf={line.oldestAsOf}
          parts={line.nearer.map(({ window, subscriptions }) => ({
            label: nearerText(window, subscriptions),
            show: () => go('clients', { filter: { expiry: window } }),
            action: {
              label: t('overview:needs.renewNearer', { part: nearerText(window, subscriptions) }),
              run: () => void renewEnding(window),
            },
          }))}
          show={{
            label: t('clients:count', { count: line.clients }),
            run: () => go('clients', { filter: { expiry: line.window } }),
          }}
          action={{
            label: t('overview:needs.renew', { count: line.subscriptions }),
            run: () => void renewEnding(line.window),
          }}
        />
      );
    case 'balance': {
      const { neededKopecks, balanceKopecks, balanceAsOf, unpriced } = line.forecast;
      const money = { needed: format.roublesShort(neededKopecks), there: format.roublesShort(balanceKopecks ?? 0) };
      const text = t('overview:needs.balance', { covered: line.covered, count: line.priced, ...money });
      return (
        <Row
          tone="bad"
          icon={IconWallet}
          text={unpriced === 0 ? text : `${text} ${t('overview:needs.unpriced', { count: unpriced })}`}
          asOf={balanceAsOf}
        />
      );
    }
    case 'overdue':
      return (
        <Row
          tone="warn"
          icon={IconCoins}
          text={t('overview:needs.overdue', { count: line.clients, amount: format.roublesShort(line.kopecks) })}
          show={{
            label: t('clients:count', { count: line.clients }),
            run: () => go('purchases', { filter: { view: 'debts' } }),
          }}
        />
      );
    case 'dedicated':
      return (
        <Row
          {...ENDS[(line.nearer[0] ?? line).window]}
          text={t(`overview:needs.dedicated.${line.window}`, { count: line.proxies })}
          parts={line.nearer.map(({ window, proxies }) => ({
            label: nearerText(window, proxies),
            show: () => go('dedicated', { filter: { expiry: window } }),
            action: {
              label: t('overview:needs.prolongNearer', { part: nearerText(window, proxies) }),
              run: () => void prolongEnding(window),
            },
          }))}
          show={{
            label: t('overview:needs.showProxies', { count: line.proxies }),
            run: () => go('dedicated', { filter: { expiry: line.window } }),
          }}
          action={{
            label: t('overview:needs.prolong', { count: line.proxies }),
            run: () => void prolongEnding(line.window),
          }}
        />
      );
    case 'low': {
      const pool = t(`premium:pools.${line.poolType}`);
      return (
        <Row
          tone="warn"
          icon={IconGauge}
          text={t('overview:needs.low', { pool, gb: format.gb(belowGb), count: line.clients })}
          asOf={line.oldestAsOf}
          show={{
            label: t('clients:count', { count: line.clients }),
            run: () => go('clients', { filter: { lowPool: line.poolType } }),
          }}
          action={{ label: t('overview:needs.buy'), run: () => void buyForLow(line.poolType) }}
        />
      );
    }
    case 'paid-until':
      return (
        <Row
          tone="warn"
          icon={IconUserExclamation}
          text={t('alerts:notice.paidUntil', { count: line.count })}
          show={{
            label: t('clients:count', { count: line.count }),
            run: () => go('clients', { filter: { paidUntil: 'due' } }),
          }}
        />
      );
    case 'orders':
      return (
        <Row
          tone="info"
          icon={IconCalendarTime}
          text={t('overview:needs.orders', { count: line.count })}
          show={{ label: t('overview:needs.showOrders'), run: () => go('schedule', { filter: { tab: 'orders' } }) }}
        />
      );
    case 'runs':
      return (
        <Row
          tone="warn"
          icon={IconActivity}
          text={t('overview:needs.runs', { count: line.count })}
          show={{
            label: t('overview:needs.showRuns', { count: line.count }),
            run: () => go('activity', { filter: { troubled: true } }),
          }}
        />
      );
    case 'stale':
      return (
        <Row
          tone="mute"
          icon={IconHistory}
          text={t('overview:needs.stale', { count: line.count })}
          show={{
            label: t('clients:count', { count: line.count }),
            run: () => go('clients', { filter: { stale: true } }),
          }}
          action={{ label: t('refresh:selection'), run: () => void refreshStale() }}
        />
      );
    default:
      return assertNever(line);
  }
}, isSameLine);

interface Way {
  /** A short label with the count. */
  readonly label: string;
  readonly run: () => void;
}

/** A part of what a line counts. */
interface Part {
  readonly label: string;
  readonly show: () => void;
  readonly action: Way;
}

interface RowProps extends StatusStyle {
  readonly text: string;
  readonly parts?: readonly Part[];
  /** The age of the oldest data behind the line. */
  readonly asOf?: number | null;
  readonly show?: Way;
  /** An action that needs the service. */
  readonly action?: Way;
}

const Row = ({ tone, icon: IconOf, text, parts = [], asOf, show, action }: RowProps) => {
  const { t } = useTranslation('overview');
  const noService = useNoService();
  const { on, menu } = useRowMenu(() => (
    <>
      {show === undefined ? null : (
        <ActionItem action={{ icon: IconEye, label: t('needs.show', { what: show.label }), run: show.run }} />
      )}
      {action === undefined ? null : (
        <ActionItem action={{ icon: IconPlayerPlay, label: action.label, noService, run: action.run }} />
      )}
      {parts.map((part) => (
        <ActionItem
          key={part.label}
          action={{ icon: IconPlayerPlay, label: part.action.label, noService, run: part.action.run }}
        />
      ))}
      <CopyRowItem cells={[text, ...parts.map(({ label }) => label)]} />
    </>
  ));
  return (
    <>
      <li className={styles.need} data-tone={tone} {...on(null)}>
        <IconOf size={18} aria-hidden className={styles.needIcon} />
        <Group gap="0 12px" align="baseline">
          <span>{text}</span>
          {parts.map((part) => (
            <TextLink key={part.label} onGo={part.show}>
              {part.label}
            </TextLink>
          ))}
          {asOf === undefined || asOf === null ? null : <Age at={asOf} />}
        </Group>
        <Group gap={4} justify="flex-end" className={styles.needActions ?? ''}>
          {show === undefined ? null : (
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={t('needs.show', { what: show.label })}
              onClick={show.run}
            >
              {show.label}
            </Button>
          )}
          {action === undefined ? null : (
            <ServiceButton size="compact-sm" onClick={action.run}>
              {action.label}
            </ServiceButton>
          )}
        </Group>
      </li>
      {menu}
    </>
  );
};
