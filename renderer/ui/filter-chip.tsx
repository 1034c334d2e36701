import { Pill } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface FilterChipProps {
  readonly label: string;
  readonly onRemove: () => void;
}

/** An active filter in the toolbar. Its cross removes it. */
export const FilterChip = ({ label, onRemove }: FilterChipProps) => {
  const { t } = useTranslation('common');
  return (
    <Pill
      size="md"
      withRemoveButton
      onRemove={onRemove}
      removeButtonProps={{
        // Mantine hides this button from the keyboard, because its pills usually stand in fields with keys of their
        // own.
        'aria-hidden': false,
        tabIndex: 0,
        'aria-label': t('multiSelect.removeOne', { name: label }),
      }}
    >
      {label}
    </Pill>
  );
};
