import { Button, SegmentedControl } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconWand } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { go, useScreenParams } from '../../app/router.ts';
import { Screen } from '../../ui/screen.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { ExportsTab } from './exports-tab.tsx';
import { ListsTab } from './lists-tab.tsx';

const SEARCH_DELAY = 120;

/** What was generated, and what was written to files. */
export const ListsScreen = () => {
  const { t } = useTranslation(['lists', 'common']);
  const opened = useScreenParams('lists').listId;
  const [tab, setTab] = useState<'lists' | 'exports'>('lists');
  const [activeId, setActiveId] = useState<number | null>(opened ?? null);
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), SEARCH_DELAY);

  useEffect(() => {
    if (opened === undefined) return;
    setTab('lists');
    setActiveId(opened);
  }, [opened]);

  return (
    <Screen
      title={t('common:nav.lists')}
      actions={
        <Button leftSection={<IconWand size={15} aria-hidden />} onClick={() => go('generator')}>
          {t('empty.action')}
        </Button>
      }
    >
      <Toolbar label={t('tabs.label')}>
        <SegmentedControl
          aria-label={t('tabs.label')}
          value={tab}
          onChange={(value) => setTab(value === 'exports' ? 'exports' : 'lists')}
          data={[
            { value: 'lists', label: t('tabs.lists') },
            { value: 'exports', label: t('tabs.exports') },
          ]}
        />
        <SearchField value={typed} onChange={setTyped} label={tab === 'lists' ? t('search') : t('searchExports')} />
      </Toolbar>
      {tab === 'lists' ? (
        <ListsTab search={search} activeId={activeId} onActivate={setActiveId} />
      ) : (
        <ExportsTab
          search={search}
          onOpenList={(listId) => {
            setTab('lists');
            setActiveId(listId);
          }}
        />
      )}
    </Screen>
  );
};
