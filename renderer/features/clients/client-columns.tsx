import type { TFunction } from 'i18next';
import type { ClientRow } from '#shared/contract/clients.ts';
import { joinTags } from '#shared/domain/client-fields.ts';
import { CLIENT_COLUMNS, type ClientColumn } from '#shared/domain/client-list.ts';
import { CLIENT_FIELD_NAMES, type ClientFieldName } from '#shared/domain/csv-columns.ts';
import type { Format } from '../../i18n/format.ts';
import { daysUntil, ExpiryLabel, LastDayLabel } from '../../parts/vpn/expiry-text.tsx';
import { copiedRoubles, copiedTime } from '../../ui/copied-cells.ts';
import type { GridColumn } from '../../ui/grid-column.ts';
import { gridColumns } from '../../ui/list-columns.tsx';
import styles from './clients.module.css';

/** `<bdi>` keeps a Hebrew or Arabic name from reordering the cells beside it. */
const nameOf = (client: ClientRow, noName: string) =>
  client.name === '' ? <span className="dim">{noName}</span> : <bdi>{client.name}</bdi>;

const TAGS_SHOWN = 2;

/** Shows the first tag, in a wide column the second one too, and the number of further ones; the tooltip has all. */
const tagsOf = ({ tags }: ClientRow) =>
  tags.length === 0 ? null : (
    <span className={styles.tags}>
      {tags.slice(0, TAGS_SHOWN).map((tag) => (
        <span key={tag} className={styles.tag}>
          {tag}
        </span>
      ))}
      {tags.length > 1 ? <span className={`dim ${styles.besideOne}`}>{`+${tags.length - 1}`}</span> : null}
      {tags.length > TAGS_SHOWN ? (
        <span className={`dim ${styles.besideTwo}`}>{`+${tags.length - TAGS_SHOWN}`}</span>
      ) : null}
    </span>
  );

/** Shows the active subscriptions, and the total if it differs. Empty if they were never read. */
const vpnOf = ({ vpnActive, vpnTotal }: ClientRow) => {
  if (vpnTotal === null) return null;
  if (vpnTotal === 0) return <span className="dim">0</span>;
  return vpnActive === vpnTotal ? (
    vpnTotal
  ) : (
    <>
      {vpnActive ?? 0}
      <span className="dim">{` / ${vpnTotal}`}</span>
    </>
  );
};

/** Empty if nothing is owed. Money paid in advance is dimmed. */
const owedOf = (kopecks: number | null, format: Format) => {
  if (kopecks === null || kopecks === 0) return null;
  return kopecks > 0 ? format.roubles(kopecks) : <span className="dim">{format.roubles(kopecks)}</span>;
};

const MINUTE = 60_000;

/** The facts that decide which columns there are. */
interface ShownFacts {
  readonly hasSales: boolean;
  /** Whether clients have plans or paid times. Without any, these columns would be empty. */
  readonly hasPlans: boolean;
  readonly isByPaidUntil: boolean;
}

/**
 * The columns of the clients. Keep the result, because a new one draws all rows again. `now` is the end of the current
 * minute in ms; expiry is judged from its start, so that nothing expires too early. A list that is filtered by the paid
 * time always shows it.
 */
export const clientColumns = (
  t: TFunction<['clients', 'fields']>,
  format: Format,
  now: number,
  { hasSales, hasPlans, isByPaidUntil }: ShownFacts,
): readonly GridColumn<ClientRow>[] => {
  const age = (at: number | null) =>
    at === null ? null : <span className="dim">{format.relativeShort(Math.min(at, now), now)}</span>;
  const exact = (at: number | null) => (at === null ? '' : format.exact(at));
  const columns = gridColumns<ClientRow, ClientColumn>(
    CLIENT_COLUMNS.filter(({ id }) => {
      if (id === 'owedKopecks') return hasSales;
      return hasPlans || isByPaidUntil || (id !== 'plan' && id !== 'paidUntil');
    }),
    {
      name: {
        render: (client) => nameOf(client, t('clients:noName')),
        title: (client) => client.name,
        edit: { text: (client) => client.name },
      },
      nextExpiry: {
        render: ({ nextExpiry }) =>
          nextExpiry === null ? null : <ExpiryLabel at={nextExpiry} now={now - MINUTE} format={format} />,
        title: (client) => exact(client.nextExpiry),
        copied: (client) => copiedTime(client.nextExpiry),
      },
      vpnActive: {
        render: (client) => vpnOf(client),
        title: ({ vpnActive, vpnTotal }) =>
          vpnTotal === null ? '' : t('clients:vpnCount', { active: vpnActive ?? 0, count: vpnTotal }),
      },
      tags: {
        render: tagsOf,
        title: (client) => joinTags(client.tags),
        edit: { text: (client) => joinTags(client.tags) },
      },
      trafficAge: {
        render: (client) => age(client.trafficAsOf),
        title: (client) => exact(client.trafficAsOf),
        copied: (client) => copiedTime(client.trafficAsOf),
      },
      owedKopecks: {
        render: ({ owedKopecks }) => owedOf(owedKopecks, format),
        title: ({ owedKopecks }) => (owedKopecks === null ? '' : format.roubles(owedKopecks)),
        copied: ({ owedKopecks }) => copiedRoubles(owedKopecks),
      },
      plan: {
        render: ({ plan }) => <bdi>{plan}</bdi>,
        title: ({ plan }) => plan,
        edit: { text: ({ plan }) => plan },
      },
      paidUntil: {
        render: ({ paidUntil }) =>
          paidUntil === null ? null : <LastDayLabel day={paidUntil} now={now - MINUTE} format={format} />,
        title: ({ paidUntil }) => (paidUntil === null ? '' : daysUntil(paidUntil, now - MINUTE, format)),
        copied: ({ paidUntil }) => ({ value: paidUntil ?? '' }),
        edit: { text: ({ paidUntil }) => format.day(paidUntil ?? '') },
      },
      note: {
        render: (client) => <bdi className="dim">{client.note}</bdi>,
        title: (client) => client.note,
        edit: { text: (client) => client.note, isMultiline: true },
      },
    },
    (id) => {
      const field = CLIENT_FIELD_NAMES.find((name) => name === id);
      // The full name of the key is too long for its column.
      return field === undefined || field === 'clientKey'
        ? t(`clients:columns.${id as Exclude<typeof id, Exclude<ClientFieldName, 'clientKey'>>}`)
        : t(`fields:${field}`);
    },
    format,
  );
  return isByPaidUntil ? columns.map((one) => (one.id === 'paidUntil' ? { ...one, spare: false } : one)) : columns;
};
