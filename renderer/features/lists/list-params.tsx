import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProxyList } from '#shared/contract/lists.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { go } from '../../nav/router.ts';
import { TextLink } from '../../ui/text-link.tsx';
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
  const { clientId, runId } = list;
  const clientName = list.clientName === '' ? list.clientKey : `${list.clientName} · ${list.clientKey}`;
  const created = format.dateTime(list.createdAt);
  const facts: readonly (readonly [string, string])[] = [
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
  ];
  return (
    <dl className={styles.facts} aria-label={t('params.title')}>
      <Fact name={t('params.client')}>
        {clientId === null ? clientName : <Way text={clientName} onGo={() => go('clients', { clientId })} />}
      </Fact>
      {facts.map(([name, value]) => (
        <Fact key={name} name={name}>
          {value}
        </Fact>
      ))}
      <Fact name={t('params.created')}>
        {runId === null ? created : <Way text={created} onGo={() => go('jobs', { runId })} />}
      </Fact>
    </dl>
  );
};

const Way = ({ text, onGo }: { readonly text: string; readonly onGo: () => void }) => (
  <TextLink ta="start" lineClamp={2} title={text} onGo={onGo}>
    {text}
  </TextLink>
);

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className={styles.fact}>
    <dt>{name}</dt>
    <dd className="selectable">{children}</dd>
  </div>
);
