import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { goToFirstRow } from './first-row.ts';

interface SearchFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The accessible name, which says what is searched: "Search clients". */
  readonly label: string;
  readonly placeholder?: string;
  /** The preferred width in px. */
  readonly width?: number;
}

const LEAST_WIDTH = 150;

/**
 * Filters while the user types. Ctrl+F focuses it from anywhere on the screen, Enter and Down move on to the grid, and
 * Esc clears it.
 */
export const SearchField = ({ value, onChange, label, placeholder, width = 280 }: SearchFieldProps) => {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.code !== 'KeyF') return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);

  return (
    <TextInput
      ref={input}
      type="search"
      role="searchbox"
      aria-label={label}
      placeholder={placeholder ?? t('search.placeholder')}
      // The field shrinks before anything beside it wraps to a second line.
      style={{ flex: `1 1 ${LEAST_WIDTH}px`, minWidth: LEAST_WIDTH, maxWidth: width }}
      value={value}
      spellCheck={false}
      leftSection={<IconSearch size={15} aria-hidden />}
      rightSection={
        value === '' ? null : (
          <CloseButton size="xs" tabIndex={-1} aria-label={t('search.clear')} onClick={() => onChange('')} />
        )
      }
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        const isOnward = (event.key === 'Enter' || event.key === 'ArrowDown') && !event.altKey;
        if (isOnward && goToFirstRow()) event.preventDefault();
        if (event.key !== 'Escape' || value === '') return;
        event.preventDefault();
        event.stopPropagation();
        onChange('');
      }}
    />
  );
};
