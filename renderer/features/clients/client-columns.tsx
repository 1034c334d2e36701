import type { TFunction } from 'i18next';
import type { ClientRow } from '#shared/contract/clients.ts';
import type { Format } from '../../i18n/format.ts';
import type { GridColumn } from '../../ui/grid-column.ts';
import { ExpiryLabel } from '../vpn/expiry-text.tsx';
import styles from './clients.module.css';

/** `<bdi>`: a name in Hebrew or Arabic must not turn the cells beside it around. */
const nameOf = (client: ClientRow, noName: string) =>
  client.name === '' ? <span className={styles.dim}>{noName}</span> : <bdi>{client.name}</bdi>;

const TAGS_SHOWN = 2;

/** The first ones, and how many more there are; all of them are in the tooltip. */
const tagsOf = ({ tags }: ClientRow) =>
  tags.length === 0 ? null : (
    <span className={styles.tags}>
      {tags.slice(0, TAGS_SHOWN).map((tag) => (
        <span key={tag} className={styles.tag}>
          {tag}
        </span>
      ))}
      {tags.length > TAGS_SHOWN ? <span className={styles.dim}>{`+${tags.length - TAGS_SHOWN}`}</span> : null}
    </span>
  );

/** Active ones, and all where there are others; nothing where it was never read. */
const vpnOf = ({ vpnActive, vpnTotal }: ClientRow) => {
  if (vpnTotal === null) return null;
  if (vpnTotal === 0) return <span className={styles.dim}>0</span>;
  return vpnActive === vpnTotal ? (
    vpnTotal
  ) : (
    <>
      {vpnActive ?? 0}
      <span className={styles.dim}>{` / ${vpnTotal}`}</span>
    </>
  );
};

const MINUTE = 60_000;

/**
 * Keep the result: rows are drawn again when it changes. `now` is in milliseconds, the end of the running minute; what
 * expires is seen from its start, so that nothing is called over that is not.
 */
export const clientColumns = (
  t: TFunction<['clients', 'common']>,
  format: Format,
  now: number,
): readonly GridColumn<ClientRow>[] => {
  const age = (at: number | null) =>
    at === null ? null : <span className={styles.dim}>{format.relativeShort(Math.min(at, now), now)}</span>;
  const exact = (at: number | null) => (at === null ? '' : format.exact(at));
  // What a day's work looks at stands first: it is still seen when a card stands beside the grid. All but the note
  // are seen whole in a window of 1280 px, beside the navigation.
  return [
    {
      id: 'name',
      header: t('importer.fields.name'),
      width: 140,
      minWidth: 120,
      grow: true,
      sortable: true,
      render: (client) => nameOf(client, t('clients:noName')),
      title: (client) => client.name,
    },
    {
      id: 'nextExpiry',
      header: t('clients:columns.nextExpiry'),
      width: 132,
      sortable: true,
      render: ({ nextExpiry }) =>
        nextExpiry === null ? null : <ExpiryLabel at={nextExpiry} now={now - MINUTE} format={format} />,
      title: (client) => exact(client.nextExpiry),
    },
    {
      id: 'trafficGb',
      header: t('clients:columns.trafficGb'),
      width: 104,
      align: 'end',
      sortable: true,
      render: (client) => (client.trafficGb === null ? null : format.gbNumber(client.trafficGb)),
    },
    {
      id: 'vpnActive',
      header: t('clients:columns.vpnActive'),
      width: 58,
      align: 'end',
      sortable: true,
      render: (client) => vpnOf(client),
      title: ({ vpnActive, vpnTotal }) =>
        vpnTotal === null ? '' : t('clients:vpnCount', { active: vpnActive ?? 0, count: vpnTotal }),
    },
    {
      id: 'tags',
      header: t('common:words.tags'),
      width: 120,
      grow: true,
      render: tagsOf,
      title: (client) => client.tags.join(', '),
    },
    {
      id: 'clientKey',
      header: t('clients:columns.clientKey'),
      width: 104,
      grow: true,
      sortable: true,
      render: (client) => <bdi>{client.clientKey}</bdi>,
      title: (client) => client.clientKey,
    },
    {
      id: 'messengerId',
      header: t('importer.fields.messengerId'),
      width: 134,
      grow: true,
      align: 'end',
      sortable: true,
      render: (client) => client.messengerId,
      title: (client) => String(client.messengerId),
    },
    {
      id: 'trafficAge',
      header: t('clients:columns.trafficAge'),
      width: 112,
      render: (client) => age(client.trafficAsOf),
      title: (client) => exact(client.trafficAsOf),
    },
    {
      id: 'lastPurchaseAt',
      header: t('clients:columns.lastPurchaseAt'),
      width: 98,
      sortable: true,
      render: (client) => (client.lastPurchaseAt === null ? null : format.date(client.lastPurchaseAt)),
      title: (client) => exact(client.lastPurchaseAt),
    },
    {
      id: 'note',
      header: t('common:words.note'),
      width: 120,
      grow: true,
      spare: true,
      render: (client) => <bdi className={styles.dim}>{client.note}</bdi>,
      title: (client) => client.note,
    },
  ];
};
