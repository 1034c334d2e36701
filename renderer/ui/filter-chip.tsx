import { Pill } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface FilterChipProps {
  readonly label: string;
  readonly onRemove: () => void;
}

/** A filter that is on, in the toolbar; its cross takes it off. */
export const FilterChip = ({ label, onRemove }: FilterChipProps) => {
  const { t } = useTranslation('common');
  return (
    <Pill
      size="md"
      withRemoveButton
      onRemove={onRemove}
      removeButtonProps={{
        // The kit hides it from the keyboard, because its pills stand in fields that have keys of their own.
        'aria-hidden': false,
        tabIndex: 0,
        'aria-label': t('multiSelect.removeOne', { name: label }),
      }}
    >
      {label}
    </Pill>
  );
};
