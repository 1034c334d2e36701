import { TagsInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ignoreWindowBlur } from './window-blur.ts';

interface TagInputProps {
  readonly label: string;
  readonly value: readonly string[];
  readonly onChange: (tags: readonly string[]) => void;
  /** Tags in use elsewhere, which are offered while typing. */
  readonly suggestions?: readonly string[];
  readonly error?: string | undefined;
  /** Shown in the empty field. The default invites the user to add a tag. */
  readonly placeholder?: string;
  /** The field stands in a popover, and its list must not count as a click outside. */
  readonly inPopover?: boolean;
}

/** Edits words as chips. Enter, a comma or leaving the field adds a word, and Backspace removes the last one. */
export const TagInput = ({ label, value, onChange, suggestions, inPopover, ...texts }: TagInputProps) => {
  const { t } = useTranslation();
  const [listed, setListed] = useState(false);
  return (
    <div onBlurCapture={ignoreWindowBlur}>
      <TagsInput
        label={label}
        error={texts.error}
        placeholder={value.length === 0 ? (texts.placeholder ?? t('tags.add')) : ''}
        value={[...value]}
        data={[...new Set(suggestions ?? [])]}
        onChange={(tags) => onChange([...new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== ''))])}
        splitChars={[',', ';']}
        acceptValueOnBlur
        // In a popover the list would cover other controls before anything was typed or clicked.
        openOnFocus={inPopover !== true}
        dropdownOpened={listed}
        onDropdownOpen={() => setListed(true)}
        onDropdownClose={() => setListed(false)}
        onClick={() => setListed(true)}
        comboboxProps={{ withinPortal: inPopover !== true, shadow: 'md', transitionProps: { duration: 0 } }}
      />
    </div>
  );
};
