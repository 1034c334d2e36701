import { Checkbox, NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DedicatedSummary, ProxyFilter } from '#shared/contract/dedicated.ts';
import { countryName } from '#shared/domain/country-name.ts';
import { EXPIRIES } from '#shared/domain/dedicated-limits.ts';
import { IPV_VALUES } from '#shared/domain/limits.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { ClientFilterField } from '../../parts/clients/client-filter-field.tsx';
import { FilterChip } from '../../ui/filter-chip.tsx';
import { CountryFilter } from './country-filter.tsx';

interface ProxyFiltersProps {
  readonly filter: ProxyFilter;
  readonly onChange: (change: Partial<ProxyFilter>) => void;
  readonly summary: DedicatedSummary | undefined;
}

/** Filters by country, kind, expiry and client. Each filter offers only existing values, with their counts. */
export const ProxyFilters = ({ filter, onChange, summary }: ProxyFiltersProps) => {
  const { t } = useTranslation(['dedicated', 'common']);
  const language = useLanguage();
  const format = useFormat();
  const [kind] = filter.ipvs;
  const countries = (summary?.countries ?? [])
    .map(({ code, title, count }) => ({ code, count, name: countryName(code, title, language) }))
    .sort((one, other) => one.name.localeCompare(other.name, language));
  const counts = new Map(summary?.ipvs.map(({ ipv, count }) => [ipv, count]));
  return (
    <>
      <CountryFilter
        value={filter.countries}
        onChange={(chosen) => onChange({ countries: [...chosen] })}
        countries={countries}
      />
      <NativeSelect
        aria-label={t('common:words.kind')}
        w={150}
        value={kind === undefined ? '' : String(kind)}
        data={[
          { value: '', label: t('dedicated:filter.allKinds') },
          ...IPV_VALUES.map((ipv) => ({
            value: String(ipv),
            label: `${t(`dedicated:kinds.ipv${ipv}`)} (${format.number(counts.get(ipv) ?? 0)})`,
          })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ipvs: IPV_VALUES.filter((ipv) => String(ipv) === value) })
        }
      />
      <NativeSelect
        aria-label={t('dedicated:filter.expiry')}
        w={140}
        value={filter.expiry}
        data={EXPIRIES.map((value) => ({ value, label: t(`dedicated:expiries.${value}`) }))}
        onChange={({ currentTarget: { value } }) =>
          onChange({ expiry: EXPIRIES.find((expiry) => expiry === value) ?? 'any' })
        }
      />
      <ClientFilterField
        label={t('common:words.client')}
        anyLabel={t(filter.unassigned ? 'dedicated:filter.noClient' : 'dedicated:filter.anyClient')}
        clientId={filter.clientId}
        onChange={(clientId) => onChange({ clientId, unassigned: false })}
      >
        <Checkbox
          label={t('dedicated:filter.onlyUnassigned')}
          checked={filter.unassigned}
          onChange={({ currentTarget: { checked } }) => onChange({ unassigned: checked, clientId: undefined })}
        />
      </ClientFilterField>
      {filter.stopped || (summary?.stopped ?? 0) > 0 ? (
        <Checkbox
          label={t('dedicated:filter.stopped', { count: summary?.stopped ?? 0 })}
          title={t('dedicated:filter.stoppedHelp')}
          checked={filter.stopped}
          onChange={({ currentTarget: { checked } }) => onChange({ stopped: checked })}
        />
      ) : null}
      <Checkbox
        label={t('dedicated:filter.archived')}
        title={t('dedicated:filter.archivedHelp')}
        checked={filter.archived}
        onChange={({ currentTarget: { checked } }) => onChange({ archived: checked })}
      />
      {filter.purchaseId === undefined ? null : (
        <FilterChip
          label={t('dedicated:filter.purchase', { id: filter.purchaseId })}
          onRemove={() => onChange({ purchaseId: undefined })}
        />
      )}
    </>
  );
};
