import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClientRow } from '#shared/contract/clients.ts';
import { nameOrKey } from '#shared/domain/client-label.ts';
import { useSalesInUse } from '../../bridge/sales-store.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { ClientInitials } from '../../parts/clients/client-initials.tsx';
import { clientPair } from '../../parts/clients/client-label.ts';
import { daysUntil, ExpiryText, LastDayLabel } from '../../parts/vpn/expiry-text.tsx';
import { Age } from '../../ui/age.tsx';
import { CardHead } from '../../ui/card-head.tsx';
import { BlockedHint, useGapText } from '../../ui/service-hint.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { useNow } from '../../ui/use-now.ts';
import styles from './client-head.module.css';
import type { CardActionItem } from './use-card-actions.ts';

interface ClientHeadProps {
  readonly client: ClientRow;
  readonly takesFocus: boolean;
  readonly onClose: () => void;
  /** The menu beside the name. */
  readonly menu: ReactNode;
  /** Empty for a client who was removed. */
  readonly actions: readonly CardActionItem[];
  /** The tabs below the actions. */
  readonly children: ReactNode;
}

/** Says who the client is and how they stand, and offers what is done every day. It stays while the card scrolls. */
export const ClientHead = ({ client, takesFocus, onClose, menu, actions, children }: ClientHeadProps) => {
  const { t } = useTranslation('clients');
  return (
    <div className={styles.head}>
      <CardHead
        mark={<ClientInitials name={nameOrKey(client)} />}
        title={nameOrKey(client)}
        closeLabel={t('close')}
        onClose={onClose}
        takesFocus={takesFocus}
      >
        {client.archived ? <StatusChip tone="mute" label={t('archivedMark')} /> : null}
        {menu}
      </CardHead>
      <p className={`${styles.pair} selectable dim`} title={clientPair(client)}>
        <bdi>{clientPair(client)}</bdi>
      </p>
      <HeadFacts client={client} />
      {actions.length === 0 ? null : (
        <div role="toolbar" aria-label={t('actions.label')} className={styles.actions}>
          {actions.map((item) => (
            <HeadAction key={item.action} item={item} />
          ))}
        </div>
      )}
      {children}
    </div>
  );
};

const HeadAction = ({ item }: { readonly item: CardActionItem }) => {
  const gap = useGapText();
  const { icon: IconOf, short, label, keys, noService, blocked, run } = item;
  return (
    <BlockedHint reason={noService === true ? gap : blocked}>
      <UnstyledButton
        className={styles.action ?? ''}
        title={`${label} (${keys})`}
        aria-keyshortcuts={keys}
        onClick={run}
      >
        <IconOf size={18} stroke={1.6} aria-hidden />
        <span>{short}</span>
      </UnstyledButton>
    </BlockedHint>
  );
};

const HeadFacts = ({ client }: Pick<ClientHeadProps, 'client'>) => {
  const { t } = useTranslation(['clients', 'fields']);
  const format = useFormat();
  const now = useNow();
  const hasSales = useSalesInUse();
  const { trafficGb, trafficAsOf, vpnAsOf, owedKopecks } = client;
  const owed = owedKopecks ?? 0;
  return (
    <dl className={`${styles.facts} selectable`}>
      <div>
        <dt>
          {t('clients:head.vpn')} <ReadAt at={vpnAsOf} />
        </dt>
        <dd>
          <VpnFact client={client} />
        </dd>
      </div>
      <div>
        <dt>
          {t('clients:head.traffic')} <ReadAt at={trafficAsOf} />
        </dt>
        <dd>{trafficGb === null ? <span className="dim">{t('clients:head.notRead')}</span> : format.gb(trafficGb)}</dd>
      </div>
      {hasSales ? (
        <div>
          <dt>{t(owed < 0 ? 'clients:head.ahead' : 'clients:head.owes')}</dt>
          <dd>
            {owed > 0 ? (
              <StatusChip tone="warn" label={format.roubles(owed)} />
            ) : owed < 0 ? (
              <StatusChip tone="ok" label={format.roubles(-owed)} />
            ) : (
              <span className="dim">{t('clients:head.nothing')}</span>
            )}
          </dd>
        </div>
      ) : null}
      {client.paidUntil === null ? null : (
        <div>
          <dt>{t('fields:paidUntil')}</dt>
          <dd>
            <LastDayLabel
              day={client.paidUntil}
              now={now}
              format={format}
              title={daysUntil(client.paidUntil, now, format)}
            />
          </dd>
        </div>
      )}
    </dl>
  );
};

/** VPN and traffic are read at different times, so each says its own, which is also that of its tab. */
const ReadAt = ({ at }: { readonly at: number | null }) => (at === null ? null : <Age at={at} />);

/** Says when the client's VPN ends, and how many of the subscriptions are active if there are several. */
const VpnFact = ({ client: { vpnTotal, vpnActive, nextExpiry } }: Pick<ClientHeadProps, 'client'>) => {
  const { t } = useTranslation('clients');
  if (vpnTotal === null) return <span className="dim">{t('head.notRead')}</span>;
  if (vpnTotal === 0) return <span className="dim">{t('head.none')}</span>;
  const all = vpnTotal === 1 ? null : t('head.ofAll', { active: vpnActive ?? 0, count: vpnTotal });
  return (
    <>
      {nextExpiry === null ? null : <ExpiryText at={nextExpiry} />}
      {all === null ? null : <span className="dim"> {all}</span>}
    </>
  );
};
