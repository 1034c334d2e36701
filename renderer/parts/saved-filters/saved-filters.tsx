import { ActionIcon, Popover } from '@mantine/core';
import { IconBookmark, IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SavedFilter } from '#shared/contract/saved-filters.ts';
import { type FilteredScreen, SAVED_FILTER_LIMITS } from '#shared/domain/saved-filter.ts';
import { call } from '../../bridge/desk.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { Answer } from '../../ui/answer.tsx';
import { callOrTell } from '../../ui/call-or-tell.ts';
import type { GridSort } from '../../ui/grid-column.ts';
import { SaveByName, SavedNames } from '../../ui/saved-names.tsx';
import { undoToast } from '../../ui/undo-toast.tsx';

/** The filter of a screen as it is stored, and its sort; `null` for a screen that sorts in one way. */
export interface ShownFilter {
  readonly filter: object;
  readonly sort: GridSort | null;
}

interface SavedFiltersProps {
  readonly screen: FilteredScreen;
  readonly shown: ShownFilter;
  /** The screen takes only the valid fields of the filter. */
  readonly onApply: (saved: ShownFilter) => void;
}

/** The filters of a screen that the user saved by name: shows one of them, saves the present one, and removes them. */
export const SavedFilters = ({ screen, shown, onApply }: SavedFiltersProps) => {
  const { t } = useTranslation('savedFilters');
  const [opened, setOpened] = useState(false);
  const saved = useQuery('savedFilters.list', opened ? {} : null, ['savedFilters.changed']);
  const apply = (one: SavedFilter) => {
    setOpened(false);
    onApply(one);
  };
  return (
    <Popover position="bottom-end" width={360} trapFocus returnFocus opened={opened} onChange={setOpened}>
      <Popover.Target>
        <ActionIcon size={30} aria-label={t('title')} title={t('title')} onClick={() => setOpened(!opened)}>
          <IconBookmark size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('title')}>
        <Answer query={saved} height={120}>
          {(all) => (
            <SavedList all={all.filter((one) => one.screen === screen)} screen={screen} shown={shown} onApply={apply} />
          )}
        </Answer>
      </Popover.Dropdown>
    </Popover>
  );
};

/** Both were stored by the same screen, which writes its fields in one order. */
const isShown = ({ filter, sort }: SavedFilter, shown: ShownFilter): boolean =>
  JSON.stringify([filter, sort]) === JSON.stringify([shown.filter, shown.sort]);

interface SavedListProps {
  readonly all: readonly SavedFilter[];
  readonly screen: FilteredScreen;
  readonly shown: ShownFilter;
  readonly onApply: (saved: SavedFilter) => void;
}

const SavedList = ({ all, screen, shown, onApply }: SavedListProps) => {
  const { t } = useTranslation('savedFilters');
  const save = (name: string) =>
    call('savedFilters.save', { screen, name, filter: JSON.parse(JSON.stringify(shown.filter)), sort: shown.sort });
  const remove = async ({ id, ...one }: SavedFilter) => {
    if ((await callOrTell('savedFilters.remove', { savedFilterId: id })) === undefined) return;
    undoToast(t('removed', { name: one.name }), () => void callOrTell('savedFilters.save', one));
  };
  return (
    <>
      <SavedNames
        label={t('title')}
        items={all}
        empty={t('none')}
        applyLabel={(name) => name}
        removeLabel={(name) => t('remove', { name })}
        onApply={onApply}
        onRemove={(one) => void remove(one)}
        after={(one) => (isShown(one, shown) ? <IconCheck size={14} aria-label={t('shown')} /> : null)}
      />
      <SaveByName
        names={all.map(({ name }) => name)}
        words={{
          name: t('name'),
          placeholder: t('placeholder'),
          save: t('save'),
          replace: t('replace'),
          saved: (name) => t('saved', { name }),
        }}
        maxLength={SAVED_FILTER_LIMITS.name}
        save={save}
      />
    </>
  );
};
