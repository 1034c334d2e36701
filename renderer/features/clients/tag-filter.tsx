import { Button, Popover, SegmentedControl, TextInput } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClientFilter } from '#shared/contract/clients.ts';
import { foldText } from '#shared/domain/fold-text.ts';
import { useTags } from '../../parts/clients/use-tags.ts';
import { CountedChoices } from '../../ui/counted-choices.tsx';
import styles from './clients.module.css';

/** A longer list of tags gets a search field. */
const FEW = 10;

export interface ChosenTags {
  readonly tags: readonly string[];
  readonly match: ClientFilter['tagsMatch'];
}

interface TagFilterProps extends ChosenTags {
  readonly onChange: (chosen: ChosenTags) => void;
}

/** Filters clients by tags: they have all of the chosen ones, or one of them. */
export const TagFilter = memo(({ tags: value, match, onChange }: TagFilterProps) => {
  const { t } = useTranslation(['clients', 'common']);
  const tags = useTags();
  const [find, setFind] = useState('');
  const shown = tags.filter(({ tag }) => foldText(tag).includes(foldText(find.trim())));
  // With one tag both mean the same, so the next filter begins as usual.
  const choose = (next: readonly string[]) => onChange({ tags: next, match: next.length < 2 ? 'all' : match });

  return (
    <Popover position="bottom-start" width={260} trapFocus returnFocus onClose={() => setFind('')}>
      <Popover.Target>
        <Button rightSection={<IconChevronDown size={14} aria-hidden />}>
          {value.length === 0 ? t('common:words.tags') : t('filter.chosen', { count: value.length })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('common:words.tags')}>
        {tags.length > FEW ? (
          <TextInput
            aria-label={t('filter.find')}
            placeholder={t('filter.find')}
            value={find}
            onChange={(event) => setFind(event.currentTarget.value)}
          />
        ) : null}
        {value.length < 2 ? null : (
          <SegmentedControl
            fullWidth
            mb={8}
            aria-label={t('filter.match')}
            value={match}
            onChange={(next) => onChange({ tags: value, match: next })}
            data={[
              { value: 'all', label: t('filter.all') },
              { value: 'any', label: t('filter.any') },
            ]}
          />
        )}
        <div className={styles.tagList}>
          {tags.length === 0 ? <span className="dim">{t('filter.none')}</span> : null}
          <CountedChoices
            value={value}
            onChange={choose}
            choices={shown.slice(0, 200).map(({ tag, count }) => ({ value: tag, label: tag, count }))}
          />
        </div>
        {value.length === 0 ? null : (
          <Button className="flush-start" mt={8} size="compact-sm" variant="subtle" onClick={() => choose([])}>
            {t('filter.clear')}
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  );
});
