import { Button, Group } from '@mantine/core';
import { IconWand } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ProxyList } from '#shared/contract/lists.ts';
import { useDeskEvent } from '../../bridge/use-desk-event.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { go } from '../../nav/router.ts';
import { removeLists } from '../../parts/lists/list-actions.ts';
import { ListMenuItems } from '../../parts/lists/list-menu.tsx';
import { ProductMark } from '../../parts/products/product-mark.tsx';
import { Answer } from '../../ui/answer.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useRowMenu } from '../../ui/use-row-menu.tsx';
import styles from './clients.module.css';

const SHOWN = 5;

/** The newest lists of a client, and the way to another one. */
export const ClientLists = ({ clientId }: { readonly clientId: number }) => {
  const { t } = useTranslation(['clients', 'handover']);
  const format = useFormat();
  const query = useQuery('lists.list', { filter: { clientId }, offset: 0, limit: SHOWN });
  useDeskEvent('lists.changed', query.reload);
  const { on, menu } = useRowMenu((list: ProxyList) => (
    <ListMenuItems list={list} onRemove={() => void removeLists([list.id])} />
  ));
  return (
    <section className="part" aria-label={t('lists.title')}>
      <h3>
        <ProductMark name="lists" />
        {t('lists.title')}
      </h3>
      <Answer query={query} height={60}>
        {({ rows }) =>
          rows.length === 0 ? (
            <p className="dim">{t('lists.none')}</p>
          ) : (
            <ul>
              {rows.map((list) => (
                <li key={list.id} className={styles.item} {...on(list)}>
                  <TextLink className={styles.itemText ?? ''} truncate onGo={() => go('lists', { listId: list.id })}>
                    {list.title}
                  </TextLink>
                  <span className="dim">{t('handover:lines', { count: list.lineCount })}</span>
                  <time
                    className="dim"
                    dateTime={new Date(list.createdAt).toISOString()}
                    title={format.exact(list.createdAt)}
                  >
                    {format.date(list.createdAt)}
                  </time>
                </li>
              ))}
            </ul>
          )
        }
      </Answer>
      {menu}
      <Group gap="4px 16px" mt={8}>
        <Button leftSection={<IconWand size={15} aria-hidden />} onClick={() => go('generator', { clientId })}>
          {t('generate')}
        </Button>
        <TextLink onGo={() => go('lists', { filter: { tab: 'lists', clientId } })}>{t('lists.all')}</TextLink>
      </Group>
    </section>
  );
};
