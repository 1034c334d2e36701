import { Button, Popover } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CountryFlag } from '../../parts/places/country-flag.tsx';
import { CountedChoices } from '../../ui/counted-choices.tsx';

interface CountryFilterProps {
  /** The codes of the chosen countries; empty for all. */
  readonly value: readonly string[];
  readonly onChange: (codes: readonly string[]) => void;
  /** The countries in which there are proxies, in the order of their names. */
  readonly countries: readonly { readonly code: string; readonly name: string; readonly count: number }[];
}

/** Filters by any number of countries, with their flags and the number of proxies in each. */
export const CountryFilter = ({ value, onChange, countries }: CountryFilterProps) => {
  const { t } = useTranslation(['dedicated', 'common']);
  const [isOpen, setOpen] = useState(false);
  const showAll = (): void => {
    // The button goes with the choice, so the focus returns to the filter.
    setOpen(false);
    onChange([]);
  };
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
        <CountedChoices
          value={value}
          onChange={onChange}
          choices={countries.map(({ code, name, count }) => ({
            value: code,
            label: (
              <>
                <CountryFlag code={code} />
                {name}
              </>
            ),
            count,
          }))}
        />
        {value.length === 0 ? null : (
          <Button className="flush-start" mt={8} size="compact-sm" variant="subtle" onClick={showAll}>
            {t('dedicated:filter.allCountries')}
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  );
};
