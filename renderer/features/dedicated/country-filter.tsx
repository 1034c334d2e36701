import { Button, Checkbox, Group, Popover } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format.ts';
import { CountryFlag } from '../../parts/places/country-flag.tsx';

interface CountryFilterProps {
  /** The codes of the chosen countries; empty for all. */
  readonly value: readonly string[];
  readonly onChange: (codes: string[]) => void;
  /** The countries in which there are proxies, in the order of their names. */
  readonly countries: readonly { readonly code: string; readonly name: string; readonly count: number }[];
}

/** Filters by any number of countries, with their flags and the number of proxies in each. */
export const CountryFilter = ({ value, onChange, countries }: CountryFilterProps) => {
  const { t } = useTranslation(['dedicated', 'common']);
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const showAll = (): void => {
    // The button goes with the choice, so the focus returns to the filter.
    setOpen(false);
    onChange([]);
  };
  const toggle = (code: string) =>
    onChange(value.includes(code) ? value.filter((one) => one !== code) : [...value, code]);
  const only = value.length === 1 ? countries.find(({ code }) => code === value[0]) : undefined;
  const several = t('dedicated:filter.countries', { count: value.length });
  const label = value.length === 0 ? t('dedicated:filter.allCountries') : (only?.name ?? several);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={260} trapFocus returnFocus>
      <Popover.Target>
        <Button
          leftSection={only === undefined ? null : <CountryFlag code={only.code} />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('common:words.country')} mah={400} style={{ overflow: 'auto' }}>
        {countries.map(({ code, name, count }) => (
          <Group key={code} gap={0} wrap="nowrap" justify="space-between" mih={28}>
            <Checkbox
              label={
                <>
                  <CountryFlag code={code} />
                  {name}
                </>
              }
              checked={value.includes(code)}
              onChange={() => toggle(code)}
            />
            <span className="dim">{format.number(count)}</span>
          </Group>
        ))}
        {value.length === 0 ? null : (
          <Button className="flush-start" mt={8} size="compact-sm" variant="subtle" onClick={showAll}>
            {t('dedicated:filter.allCountries')}
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  );
};
