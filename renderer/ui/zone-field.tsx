import { useTranslation } from 'react-i18next';
import { foldText } from '#shared/domain/fold-text.ts';
import { localZone } from '#shared/domain/zoned-time.ts';
import { SearchSelect } from './search-select.tsx';

interface ZoneFieldProps {
  readonly label: string;
  readonly description: string;
  /** A name of the IANA database; `''` while the user searches for another one. */
  readonly value: string;
  readonly onChange: (zone: string) => void;
  readonly error: string | undefined;
}

const optionOf = (zone: string) => ({ code: zone, name: zone });
/** Turns names into words as people type them, without the marks between them. */
const words = (text: string): string => foldText(text).replaceAll(/[_/]/g, ' ');

/** Selects a time zone. The one of this computer comes first. */
export const ZoneField = ({ value, onChange, ...props }: ZoneFieldProps) => {
  const { t } = useTranslation('common');
  const fetchZones = async (search: string, offset: number, limit: number) => {
    const all = new Set([localZone(), 'UTC', ...Intl.supportedValuesOf('timeZone')]);
    const found = [...all].filter((zone) => words(zone).includes(words(search)));
    return {
      ok: true,
      value: { total: found.length, rows: found.slice(offset, offset + limit).map(optionOf) },
    } as const;
  };
  return (
    <SearchSelect
      {...props}
      value={value === '' ? null : optionOf(value)}
      onChange={(option) => onChange(option?.code ?? '')}
      fetchPage={fetchZones}
      sourceKey="zones"
      nothing={t('multiSelect.nothing')}
    />
  );
};
