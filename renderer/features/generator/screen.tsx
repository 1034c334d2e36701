import { Button, Skeleton } from '@mantine/core';
import { IconCalendarTime, IconFileText, IconUserPlus, IconWand } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../bridge/desk.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { go, useScreenParams } from '../../nav/router.ts';
import { ListPanel } from '../../parts/lists/list-panel.tsx';
import { useProxyList } from '../../parts/lists/use-proxy-list.ts';
import { applyRecipe, changeDraft, resetRecipe, showList, useGenerator } from '../../parts/recipe/generator-store.ts';
import { PresetBar } from '../../parts/recipe/preset-bar.tsx';
import { openDraft } from '../../parts/runs/draft-store.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Screen } from '../../ui/screen.tsx';
import styles from './generator.module.css';
import { GeneratorForm } from './generator-form.tsx';

/** Fills the form when the screen was opened for a client, or with the recipe of an earlier list. */
const useOpenedWith = (): void => {
  const { clientId, listId } = useScreenParams('generator');
  useEffect(() => {
    if (listId === undefined) return;
    void call('lists.get', { listId }).then((result) => {
      if (!result.ok) return;
      const { poolType, ...recipe } = result.value.recipe;
      if (poolType !== null) applyRecipe({ poolType, ...recipe });
    });
  }, [listId]);
  useEffect(() => {
    if (clientId === undefined) return;
    void call('clients.get', { clientId }).then((result) => {
      if (result.ok) changeDraft({ client: result.value });
    });
  }, [clientId]);
};

/** The screen for the main job, which turns a client's traffic into a list of proxies. */
export const GeneratorScreen = () => {
  const { t } = useTranslation(['generator', 'common', 'scheduledLists']);
  const draft = useGenerator((state) => state.draft);
  useOpenedWith();
  const anyClient = useQuery('clients.list', {
    filter: {},
    sort: { by: 'name', direction: 'asc' },
    offset: 0,
    limit: 1,
  });
  const hasNoClients = anyClient.value?.total === 0;
  return (
    <Screen
      title={t('common:nav.generator')}
      actions={
        <>
          <Button variant="subtle" color="gray" onClick={resetRecipe}>
            {t('reset')}
          </Button>
          <Button
            leftSection={<IconCalendarTime size={15} aria-hidden />}
            onClick={() => openDraft('schedule', draft.client === null ? [] : [draft.client.id], 'generator')}
          >
            {t('scheduledLists:again')}
          </Button>
          <PresetBar recipe={draft.recipe} onApply={applyRecipe} />
        </>
      }
    >
      <div className={styles.root}>
        <GeneratorForm draft={draft} isNext={!hasNoClients} />
        <section className={styles.result} aria-label={t('preview.label')}>
          {hasNoClients ? <NoClients /> : <Result />}
        </section>
      </div>
    </Screen>
  );
};

const NoClients = () => {
  const { t } = useTranslation(['generator', 'common']);
  return (
    <EmptyState
      icon={IconUserPlus}
      title={t('client.noClients')}
      text={t('client.noneText')}
      action={
        <Button variant="filled" onClick={() => go('clients', { add: true })}>
          {t('common:palette.addClient')}
        </Button>
      }
    />
  );
};

const Result = () => {
  const { t } = useTranslation('generator');
  const listId = useGenerator((state) => state.listId);
  const list = useProxyList(listId);
  if (listId === null) return <EmptyState icon={IconWand} title={t('preview.title')} text={t('preview.text')} />;
  if (list.value !== undefined) {
    return (
      <ListPanel key={listId} list={list.value}>
        <Button
          className={styles.open}
          size="compact-sm"
          variant="subtle"
          leftSection={<IconFileText size={14} aria-hidden />}
          onClick={() => go('lists', { listId })}
        >
          {t('preview.open')}
        </Button>
      </ListPanel>
    );
  }
  if (list.error === undefined) return <Skeleton height={44} />;
  return <ErrorNotice error={list.error} onRetry={() => showList(null)} />;
};
