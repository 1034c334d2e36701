import { Checkbox, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { HandoverOptions } from '#shared/contract/handover.ts';
import { shortUuid } from '#shared/domain/products/vpn.ts';
import { useAction } from '../../bridge/use-action.ts';
import { useDwell } from '../../bridge/use-dwell.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { ExpiryText } from '../../parts/vpn/expiry-text.tsx';
import { isActiveStatus, VpnStatusChip } from '../../parts/vpn/vpn-status.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useNow } from '../../ui/use-now.ts';
import styles from './handover.module.css';
import type { PackState } from './use-pack.ts';

interface GoodsChoiceProps {
  readonly clientId: number;
  readonly options: HandoverOptions;
  readonly state: PackState;
}

const toggled = <T,>(values: readonly T[], value: T, on: boolean): T[] =>
  on ? [...values, value] : values.filter((one) => one !== value);

/** Chooses the subscriptions, lists and dedicated proxies to hand over. */
export const GoodsChoice = ({ clientId, options, state }: GoodsChoiceProps) => {
  const { t } = useTranslation('handover');
  const format = useFormat();
  const now = useNow();
  const { subscriptions, lists, dedicated, vpnAsOf } = options;
  const { uuids, listIds } = state.pack;
  const isUnread = vpnAsOf === null && subscriptions.length === 0;
  const hasNothing = !isUnread && subscriptions.length === 0 && lists.length === 0 && dedicated === 0;
  const read = useAction('vpn.refresh');
  const load = (id: number) => void read.run({ clientId: id });
  useDwell(isUnread ? clientId : undefined, load);
  return (
    <section className={styles.goods} aria-label={t('goods')}>
      <h2>{t('goods')}</h2>
      {hasNothing ? <p className="dim">{t('nothing')}</p> : null}
      {isUnread ? <p className="dim">{t('unread')}</p> : null}
      <ErrorNotice error={read.error} onRetry={() => load(clientId)} apart />
      <Stack gap={8} mah={200} mt={8} style={{ overflow: 'auto' }}>
        {subscriptions.map(({ uuid, status, suggested, expiresAt }) => (
          <Checkbox
            key={uuid}
            checked={uuids.includes(uuid)}
            onChange={(event) => state.setGoods({ uuids: toggled(uuids, uuid, event.currentTarget.checked) })}
            label={
              <>
                {t('subscription', { id: shortUuid(uuid) })}
                {expiresAt === null ? null : (
                  <span className="dim">
                    {' '}
                    · {t(expiresAt > now ? 'ends' : 'ended')} <ExpiryText at={expiresAt} />
                  </span>
                )}{' '}
                {suggested && !isActiveStatus(status) ? <VpnStatusChip status={status} /> : null}
              </>
            }
          />
        ))}
        {lists.map((list) => (
          <Checkbox
            key={list.id}
            checked={listIds.includes(list.id)}
            onChange={(event) => state.setGoods({ listIds: toggled(listIds, list.id, event.currentTarget.checked) })}
            label={
              <>
                <span style={{ overflowWrap: 'anywhere' }}>{list.title}</span>{' '}
                <span className="dim">
                  {t('lines', { count: list.lines })} · {format.date(list.createdAt)}
                </span>
              </>
            }
          />
        ))}
        {dedicated === 0 ? null : (
          <Checkbox
            checked={state.pack.dedicated}
            onChange={(event) => state.setGoods({ dedicated: event.currentTarget.checked })}
            label={t('dedicated', { count: dedicated })}
          />
        )}
      </Stack>
    </section>
  );
};
