import { Collapse, Stack, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LOCATION_KINDS, type LocationKind } from '#shared/domain/location-kinds.ts';
import { LocationSelect } from '../places/location-select.tsx';
import type { RecipeFieldsProps } from './recipe-draft.ts';
import styles from './recipe-fields.module.css';

interface PlaceFieldsProps extends RecipeFieldsProps {
  readonly error: string | undefined;
}

const isNarrower = (kind: LocationKind): kind is Exclude<LocationKind, 'countries'> => kind !== 'countries';
const NARROWER = LOCATION_KINDS.filter(isNarrower);

/** Selects countries. The fields that narrow them down are folded until they are needed. */
export const PlaceFields = ({ recipe, onChange, error }: PlaceFieldsProps) => {
  const { t } = useTranslation(['generator', 'common']);
  const narrowed = NARROWER.reduce((sum, kind) => sum + recipe[kind].length, 0);
  const [wanted, setWanted] = useState(narrowed > 0);
  const Chevron = wanted ? IconChevronDown : IconChevronRight;
  return (
    <>
      <LocationSelect
        within={recipe}
        kind="countries"
        label={t('common:words.countries')}
        value={recipe.countries}
        onChange={(codes) => onChange({ countries: codes })}
        error={error}
        required
      />
      <div>
        <UnstyledButton className={styles.fold} aria-expanded={wanted} onClick={() => setWanted(!wanted)}>
          <Chevron size={14} aria-hidden />
          {narrowed === 0 ? t('places.narrow') : t('places.narrowed', { count: narrowed })}
        </UnstyledButton>
        <Collapse expanded={wanted} transitionDuration={0}>
          <Stack gap={10} pt={10}>
            {NARROWER.map((kind) => (
              <LocationSelect
                key={kind}
                within={recipe}
                kind={kind}
                label={t(`places.${kind}`)}
                value={recipe[kind]}
                onChange={(codes) => onChange({ [kind]: codes })}
              />
            ))}
          </Stack>
        </Collapse>
      </div>
    </>
  );
};
