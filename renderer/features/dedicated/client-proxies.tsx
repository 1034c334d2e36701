import { ActionIcon, Group, Menu } from '@mantine/core';
import { IconCalendarPlus, IconDots, IconServer2, IconUserMinus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DedicatedProxy } from '#shared/contract/dedicated.ts';
import { useNoService } from '../../bridge/service-gap.ts';
import { useQuery } from '../../bridge/use-query.ts';
import type { MenuAction } from '../../nav/chosen-store.ts';
import { go } from '../../nav/router.ts';
import { ProductMark } from '../../parts/products/product-mark.tsx';
import { Answer } from '../../ui/answer.tsx';
import { ActionButton, ActionItems } from '../../ui/menu-action.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useNow } from '../../ui/use-now.ts';
import { useRowMenu } from '../../ui/use-row-menu.tsx';
import styles from './dedicated.module.css';
import { DaysLeft, ExpiryDate, useDateWords } from './expiry.tsx';
import { ProlongProxies } from './prolong-proxies.tsx';
import { assignProxies } from './proxy-calls.ts';
import { addressOf, hostOf, portOf } from './use-proxy-columns.tsx';

/** A client rarely has more, and the screen of the proxies shows all. */
const SHOWN = 50;

/** The dedicated proxies that are assigned to a client, for the card: those that end first come first. */
export const ClientProxies = ({ clientId }: { readonly clientId: number }) => {
  const { t } = useTranslation('dedicated');
  const query = useQuery(
    'dedicated.list',
    { filter: { clientId }, sort: { by: 'expiresAt', direction: 'asc' }, offset: 0, limit: SHOWN },
    ['dedicated.changed', 'clients.changed', 'settings.changed'],
  );
  const noService = useNoService();
  const words = useDateWords();
  const now = useNow();
  // The selection stays set while the dialog closes.
  const [prolonging, setProlonging] = useState<readonly number[]>();
  const prolong = (proxyIds: readonly number[]): MenuAction => ({
    icon: IconCalendarPlus,
    label: t('actions.prolong'),
    noService,
    run: () => setProlonging(proxyIds),
  });
  const actionsOf = ({ id }: DedicatedProxy): readonly MenuAction[] => [
    prolong([id]),
    { icon: IconUserMinus, label: t('actions.unassign'), run: () => void assignProxies([id], null) },
    { icon: IconServer2, label: t('card.open'), run: () => go('dedicated', { proxyId: id }) },
  ];
  const { on, menu } = useRowMenu((proxy: DedicatedProxy) => <ActionItems actions={actionsOf(proxy)} />);
  return (
    <section className="part" aria-label={t('card.title')}>
      <h3 className={styles.heading}>
        <ProductMark name="dedicated" />
        {t('card.title')}
      </h3>
      <Answer query={query} height={96}>
        {({ rows, total }) => (
          <>
            {rows.length === 0 ? <p className="dim">{t('card.none')}</p> : null}
            <ul aria-label={t('card.title')}>
              {rows.map((proxy) => (
                <li key={proxy.id} className={styles.cardProxy} {...on(proxy)}>
                  <span className={styles.mono} title={addressOf(proxy)}>
                    {proxy.ip === null ? t('noAddress') : hostOf(proxy)}
                    <span className={styles.port}>{proxy.ip === null ? null : portOf(proxy)}</span>
                  </span>
                  <span className={styles.cardEnd}>
                    <ExpiryDate proxy={proxy} words={words} />
                    <DaysLeft proxy={proxy} now={now} words={words} />
                  </span>
                  <Menu position="bottom-end" width={260}>
                    <Menu.Target>
                      <ActionIcon aria-label={t('card.more', { address: addressOf(proxy) })}>
                        <IconDots size={16} aria-hidden />
                      </ActionIcon>
                    </Menu.Target>
                    <Menu.Dropdown>
                      <ActionItems actions={actionsOf(proxy)} />
                    </Menu.Dropdown>
                  </Menu>
                </li>
              ))}
            </ul>
            <Group gap={8} mt={8}>
              {rows.length === 0 || total > rows.length ? null : (
                <ActionButton
                  action={{ ...prolong(rows.map(({ id }) => id)), label: t('card.prolongAll', { count: total }) }}
                />
              )}
              <TextLink onGo={() => go('dedicated', { filter: { clientId } })}>
                {t('card.all', { count: total })}
              </TextLink>
            </Group>
          </>
        )}
      </Answer>
      {menu}
      <ProlongProxies proxyIds={prolonging} onClose={() => setProlonging(undefined)} />
    </section>
  );
};
