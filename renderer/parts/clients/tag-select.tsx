import { useTranslation } from 'react-i18next';
import { foldText } from '#shared/domain/fold-text.ts';
import { SearchSelect } from '../../ui/search-select.tsx';
import { useTags } from './use-tags.ts';

interface TagSelectProps {
  readonly label: string;
  readonly description: string;
  readonly value: string | null;
  readonly onChange: (tag: string | null) => void;
  readonly error: string | undefined;
}

const optionOf = (tag: string) => ({ code: tag, name: tag });

/**
 * Selects one of the tags in use, and so everybody who has it. A chosen tag stays chosen when nobody has it any more.
 */
export const TagSelect = ({ value, onChange, ...props }: TagSelectProps) => {
  const { t } = useTranslation(['clients', 'common']);
  const tags = useTags();
  const fetchTags = async (search: string, offset: number, limit: number) => {
    const words = foldText(search);
    const found = tags.filter(({ tag }) => foldText(tag).includes(words));
    const rows = found.slice(offset, offset + limit).map(({ tag, count }) => ({ ...optionOf(tag), count }));
    return { ok: true, value: { total: found.length, rows } } as const;
  };
  return (
    <SearchSelect
      {...props}
      value={value === null ? null : optionOf(value)}
      onChange={(option) => onChange(option?.code ?? null)}
      fetchPage={fetchTags}
      sourceKey={JSON.stringify(tags)}
      nothing={tags.length === 0 ? t('filter.none') : t('common:multiSelect.nothing')}
    />
  );
};
