import { Button } from '@mantine/core';
import {
  IconActivity,
  IconAlertTriangle,
  IconClock,
  IconClockX,
  IconGauge,
  IconHelpCircle,
  IconHistory,
  IconPackageOff,
  IconWallet,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { NeedWindow } from '#shared/contract/overview.ts';
import { assertNever } from '#shared/result.ts';
import { go } from '../../app/router.ts';
import { useNoService } from '../../app/service-gap.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Age } from '../../ui/age.tsx';
import { ServiceHint } from '../../ui/service-hint.tsx';
import type { Face } from '../../ui/status-chip.tsx';
import { buyForLow, prolongEnding, refreshStale, renewEnding } from './need-deeds.ts';
import type { NeedLine } from './need-lines.ts';
import styles from './overview.module.css';

const ENDS: Readonly<Record<NeedWindow, Face>> = {
  'expired-7': { tone: 'bad', icon: IconClockX },
  'within-1': { tone: 'bad', icon: IconAlertTriangle },
  'within-3': { tone: 'warn', icon: IconClock },
  'within-7': { tone: 'info', icon: IconClock },
};

interface NeedRowProps {
  readonly line: NeedLine;
  /** The threshold of a low pool, in GB. */
  readonly belowGb: number;
}

/** One thing that needs the user: how many, what, how old the knowledge is, and the ways to deal with it. */
export const NeedRow = ({ line, belowGb }: NeedRowProps) => {
  const { t } = useTranslation(['overview', 'premium', 'refresh']);
  const format = useFormat();
  switch (line.kind) {
    case 'open-purchases':
      return (
        <Row tone="bad" icon={IconHelpCircle} text={t('overview:needs.open', { count: line.count })}>
          <Show
            label={t('overview:needs.showPurchases', { count: line.count })}
            onShow={() => go('purchases', { filter: { states: 'unknown' } })}
          />
        </Row>
      );
    case 'goods-missing':
      return (
        <Row tone="bad" icon={IconPackageOff} text={t('overview:needs.missing', { count: line.count })}>
          <Show
            label={t('overview:needs.showPurchases', { count: line.count })}
            onShow={() => go('purchases', { filter: { states: 'goodsMissing' } })}
          />
        </Row>
      );
    case 'vpn':
      return (
        <Row
          {...ENDS[line.window]}
          text={t(`overview:needs.vpn.${line.window}`, { count: line.subscriptions })}
          asOf={line.oldestAsOf}
        >
          <Show
            label={t('overview:needs.showClients', { count: line.clients })}
            onShow={() => go('clients', { filter: { expiry: line.window } })}
          />
          <Deed
            label={t('overview:needs.renew', { count: line.subscriptions })}
            onDo={() => void renewEnding(line.window)}
          />
        </Row>
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
    case 'dedicated':
      return (
        <Row {...ENDS[line.window]} text={t(`overview:needs.dedicated.${line.window}`, { count: line.proxies })}>
          <Show
            label={t('overview:needs.showProxies', { count: line.proxies })}
            onShow={() => go('dedicated', { filter: { expiry: line.window } })}
          />
          <Deed
            label={t('overview:needs.prolong', { count: line.proxies })}
            onDo={() => void prolongEnding(line.window)}
          />
        </Row>
      );
    case 'low': {
      const pool = t(`premium:pools.${line.poolType}`);
      return (
        <Row
          tone="warn"
          icon={IconGauge}
          text={t('overview:needs.low', { pool, gb: format.gb(belowGb), count: line.clients })}
          asOf={line.oldestAsOf}
        >
          <Show
            label={t('overview:needs.showClients', { count: line.clients })}
            onShow={() => go('clients', { filter: { lowPool: line.poolType } })}
          />
          <Deed label={t('overview:needs.buy')} onDo={() => void buyForLow(line.poolType)} />
        </Row>
      );
    }
    case 'jobs':
      return (
        <Row tone="warn" icon={IconActivity} text={t('overview:needs.jobs', { count: line.count })}>
          <Show
            label={t('overview:needs.showJobs', { count: line.count })}
            onShow={() => go('jobs', { filter: { troubled: true } })}
          />
        </Row>
      );
    case 'stale':
      return (
        <Row tone="mute" icon={IconHistory} text={t('overview:needs.stale', { count: line.count })}>
          <Show
            label={t('overview:needs.showClients', { count: line.count })}
            onShow={() => go('clients', { filter: { stale: true } })}
          />
          <Deed label={t('refresh:selection')} onDo={() => void refreshStale()} />
        </Row>
      );
    default:
      return assertNever(line);
  }
};

interface RowProps extends Face {
  readonly text: string;
  /** When the oldest of what it rests on was read. */
  readonly asOf?: number | null;
  readonly children?: ReactNode;
}

const Row = ({ tone, icon: IconOf, text, asOf, children }: RowProps) => (
  <li className={styles.need} data-tone={tone}>
    <IconOf size={18} aria-hidden className={styles.needIcon} />
    <span className={styles.needText}>
      <span>{text}</span>
      {asOf === undefined || asOf === null ? null : <Age at={asOf} />}
    </span>
    <span className={styles.needDeeds}>{children}</span>
  </li>
);

interface ShowProps {
  /** Short: how many of what. */
  readonly label: string;
  readonly onShow: () => void;
}

const Show = ({ label, onShow }: ShowProps) => {
  const { t } = useTranslation('overview');
  return (
    <Button size="compact-sm" variant="subtle" aria-label={t('needs.show', { what: label })} onClick={onShow}>
      {label}
    </Button>
  );
};

const Deed = ({ label, onDo }: { readonly label: string; readonly onDo: () => void }) => {
  const noService = useNoService();
  return (
    <ServiceHint blocked={noService}>
      <Button size="compact-sm" onClick={onDo}>
        {label}
      </Button>
    </ServiceHint>
  );
};
