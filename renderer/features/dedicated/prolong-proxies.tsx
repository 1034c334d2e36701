import { useTranslation } from 'react-i18next';
import type { DedicatedProxy, ProlongOrder } from '#shared/contract/dedicated.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { PurchaseDialog } from '../../parts/purchases/purchase-dialog.tsx';
import { unreadable } from '../../ui/form/form-state.ts';
import { type ProlongChoice, ProlongForm } from './prolong-form.tsx';

interface ProlongProxiesProps {
  /** The frozen selection; `undefined` closes the dialog. */
  readonly proxyIds: readonly number[] | undefined;
  readonly onClose: () => void;
}

type Prolongable = DedicatedProxy & { readonly serviceId: number };

const FIRST_CHOICE: ProlongChoice = { period: 30 };

const isProlongable = (proxy: DedicatedProxy): proxy is Prolongable => proxy.serviceId !== null;

/** The client, if all proxies belong to the same one. */
const commonClient = (proxies: readonly DedicatedProxy[]): number | null => {
  const [first = null, ...others] = [...new Set(proxies.map(({ clientId }) => clientId))];
  return others.length === 0 ? first : null;
};

/** Contains each id once, because the service might charge for a repeated one twice. */
const orderOf = (proxies: readonly Prolongable[], period: number): ProlongOrder | null =>
  proxies.length === 0
    ? null
    : {
        kind: 'dedicated-prolong',
        clientId: commonClient(proxies),
        serviceIds: [...new Set(proxies.map(({ serviceId }) => serviceId))],
        period,
      };

/** Prolongs a frozen selection that fits into one charge: period, price of each proxy, review, outcome. */
export const ProlongProxies = ({ proxyIds, onClose }: ProlongProxiesProps) => {
  const { t } = useTranslation('dedicated');
  const count = proxyIds?.length ?? 0;
  const query = useQuery('dedicated.rows', count === 0 ? null : { proxyIds: [...(proxyIds ?? [])] });
  const rows = query.value;
  const proxies = (rows ?? []).filter(isProlongable);
  const isNothing = rows !== undefined && proxies.length === 0;
  const clientId = commonClient(proxies);
  const client = useQuery('clients.get', clientId === null ? null : { clientId }).value ?? null;
  return (
    <PurchaseDialog<ProlongChoice>
      opened={proxyIds !== undefined}
      onClose={onClose}
      title={isNothing ? t('prolong.nothingTitle') : t('prolong.title', { count })}
      client={clientId === null ? null : client}
      initial={FIRST_CHOICE}
      read={({ period }) => {
        const order = orderOf(proxies, period);
        return order === null ? unreadable() : { ok: true, value: order };
      }}
      form={(form) => (
        <ProlongForm
          rows={rows}
          loadError={query.error}
          onReload={query.reload}
          proxies={proxies}
          order={orderOf(proxies, form.values.period)}
          form={form}
        />
      )}
    />
  );
};
