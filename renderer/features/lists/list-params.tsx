import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListRecipe, ProxyList } from '#shared/contract/lists.ts';
import { rowClientLabel } from '#shared/domain/client-label.ts';
import { byKind, LOCATION_KINDS } from '#shared/domain/location-kinds.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { go } from '../../nav/router.ts';
import { TextLink } from '../../ui/text-link.tsx';
import styles from './lists.module.css';

/** The known parameters of a list that was not generated. */
const OF_ANY: readonly (keyof ListRecipe)[] = ['quantity', 'formatId'];

/** Shows every parameter with which the list was generated. */
export const ListParams = ({ list }: { readonly list: ProxyList }) => {
  const { t } = useTranslation(['lists', 'premium']);
  const format = useFormat();
  const { recipe } = list;
  // Parameters that did not narrow the list are left out.
  const words: Readonly<Record<keyof ListRecipe, string>> = {
    poolType: recipe.poolType === null ? '' : t(`premium:pools.${recipe.poolType}`),
    ...byKind(LOCATION_KINDS, (kind) => recipe[kind].join(', ')),
    countries: recipe.countries.join(', ').toUpperCase(),
    protocol: recipe.protocol.toUpperCase(),
    rotation:
      recipe.rotation.type === 'sticky'
        ? t('params.sticky', { minutes: recipe.rotation.ttlMinutes })
        : t('params.rotating'),
    anonymous: recipe.anonymous ? t('params.yes') : t('params.no'),
    quantity: format.number(recipe.quantity),
    formatId: String(recipe.formatId),
  };
  const { clientId, runId } = list;
  const clientName = rowClientLabel(list);
  const created = format.dateTime(list.createdAt);
  const fields = recipe.poolType === null ? OF_ANY : (Object.keys(words) as readonly (keyof ListRecipe)[]);
  return (
    <dl className={styles.facts} aria-label={t('params.title')}>
      {clientName === '' ? null : (
        <Fact name={t('params.client')}>
          {clientId === null ? clientName : <Way text={clientName} onGo={() => go('clients', { clientId })} />}
        </Fact>
      )}
      {fields
        .filter((field) => words[field] !== '')
        .map((field) => (
          <Fact key={field} name={t(`params.${field}`)}>
            {words[field]}
          </Fact>
        ))}
      <Fact name={t('params.created')}>
        {runId === null ? created : <Way text={created} onGo={() => go('activity', { runId })} />}
      </Fact>
    </dl>
  );
};

const Way = ({ text, onGo }: { readonly text: string; readonly onGo: () => void }) => (
  <TextLink lineClamp={2} title={text} onGo={onGo}>
    {text}
  </TextLink>
);

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className={styles.fact}>
    <dt>{name}</dt>
    <dd className="selectable">{children}</dd>
  </div>
);
