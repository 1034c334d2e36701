import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ignoreWindowBlur } from '../../ui/window-blur.ts';
import { useTags } from './use-tags.ts';

interface TagSelectProps {
  readonly label: string;
  readonly description: string;
  readonly value: string | null;
  readonly onChange: (tag: string | null) => void;
  readonly error: string | undefined;
}

/** One of the tags in use, for all who have it. One that nobody has any more stays chosen. */
export const TagSelect = ({ value, ...props }: TagSelectProps) => {
  const { t } = useTranslation(['clients', 'common']);
  const tags = useTags().map(({ tag }) => tag);
  return (
    <div onBlurCapture={ignoreWindowBlur}>
      <Select
        {...props}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={[...new Set(value === null ? tags : [value, ...tags])]}
        value={value}
        searchable
        openOnFocus={false}
        nothingFoundMessage={tags.length === 0 ? t('filter.none') : t('common:multiSelect.nothing')}
      />
    </div>
  );
};
