import { useTranslation } from 'react-i18next';
import type { ProxyList } from '#shared/contract/lists.ts';
import { useFormat } from '../../i18n/use-format.ts';
import styles from './lists.module.css';

/** Every parameter the list was generated with. */
export const ListParams = ({ list }: { readonly list: ProxyList }) => {
  const { t } = useTranslation(['lists', 'premium']);
  const format = useFormat();
  const { recipe } = list;
  const places = (['countries', 'states', 'cities', 'zipcodes', 'asns'] as const)
    .filter((kind) => recipe[kind].length > 0)
    .map((kind) => {
      const codes = kind === 'countries' ? recipe[kind].map((code) => code.toUpperCase()) : recipe[kind];
      return [t(`params.${kind}`), codes.join(', ')] as const;
    });
  const facts: readonly (readonly [string, string])[] = [
    [t('params.client'), list.clientName === '' ? list.clientKey : `${list.clientName} · ${list.clientKey}`],
    [t('params.pool'), t(`premium:pools.${recipe.poolType}`)],
    ...places,
    [t('params.protocol'), recipe.protocol.toUpperCase()],
    [
      t('params.rotation'),
      recipe.rotation.type === 'sticky'
        ? t('params.sticky', { minutes: recipe.rotation.ttlMinutes })
        : t('params.rotating'),
    ],
    [t('params.anonymous'), recipe.anonymous ? t('params.yes') : t('params.no')],
    [t('params.quantity'), format.number(recipe.quantity)],
    [t('params.format'), String(recipe.formatId)],
    [t('params.created'), format.dateTime(list.createdAt)],
  ];
  return (
    <dl className={styles.facts} aria-label={t('params.title')}>
      {facts.map(([name, value]) => (
        <div key={name} className={styles.fact}>
          <dt>{name}</dt>
          <dd className="selectable">{value}</dd>
        </div>
      ))}
    </dl>
  );
};
