import { SegmentedControl } from '@mantine/core';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';

interface ArchiveSwitchProps {
  readonly value: boolean;
  readonly onChange: (archived: boolean) => void;
}

/** Clients in use, or those in the archive. */
export const ArchiveSwitch = memo(({ value, onChange }: ArchiveSwitchProps) => {
  const { t } = useTranslation('clients');
  return (
    <SegmentedControl
      aria-label={t('state.label')}
      value={value ? 'archived' : 'active'}
      onChange={(next) => onChange(next === 'archived')}
      data={[
        { value: 'active', label: t('state.active') },
        { value: 'archived', label: t('state.archived') },
      ]}
    />
  );
});
