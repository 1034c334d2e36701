import { Collapse, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LocationSelect } from '../premium/location-select.tsx';
import styles from './generator.module.css';
import { changeDraft, type Draft } from './generator-store.ts';

interface PlaceFieldsProps {
  readonly draft: Draft;
  readonly error: string | undefined;
}

/** Countries; below them what narrows them down, folded until it is wanted or used. */
export const PlaceFields = ({ draft, error }: PlaceFieldsProps) => {
  const { t } = useTranslation(['generator', 'common']);
  const narrowed = draft.states.length + draft.cities.length + draft.zipcodes.length + draft.asns.length;
  const [wanted, setWanted] = useState(narrowed > 0);
  const { poolType, countries, states, cities } = draft;
  const scope = { poolType, countries, states, cities };
  const Chevron = wanted ? IconChevronDown : IconChevronRight;
  return (
    <>
      <LocationSelect
        {...scope}
        kind="countries"
        label={t('common:words.countries')}
        value={countries}
        onChange={(codes) => changeDraft({ countries: codes })}
        error={error}
        required
      />
      <div>
        <UnstyledButton className={styles.fold} aria-expanded={wanted} onClick={() => setWanted(!wanted)}>
          <Chevron size={14} aria-hidden />
          {narrowed === 0 ? t('places.narrow') : t('places.narrowed', { count: narrowed })}
        </UnstyledButton>
        <Collapse expanded={wanted} transitionDuration={0}>
          <div className={styles.group}>
            <LocationSelect
              {...scope}
              kind="states"
              label={t('places.states')}
              value={states}
              onChange={(codes) => changeDraft({ states: codes })}
            />
            <LocationSelect
              {...scope}
              kind="cities"
              label={t('places.cities')}
              value={cities}
              onChange={(codes) => changeDraft({ cities: codes })}
            />
            <LocationSelect
              {...scope}
              kind="zipcodes"
              label={t('places.zipcodes')}
              value={draft.zipcodes}
              onChange={(codes) => changeDraft({ zipcodes: codes })}
            />
            <LocationSelect
              {...scope}
              kind="asns"
              label={t('places.asns')}
              value={draft.asns}
              onChange={(codes) => changeDraft({ asns: codes })}
            />
          </div>
        </Collapse>
      </div>
    </>
  );
};
