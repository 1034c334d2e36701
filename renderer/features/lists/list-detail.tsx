import { Button, Skeleton, TextInput } from '@mantine/core';
import { IconCalendarTime, IconPencil, IconPlugConnected, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProxyList } from '#shared/contract/lists.ts';
import { isGrowing } from '#shared/domain/list-states.ts';
import { call } from '../../bridge/desk.ts';
import { type MenuAction, useChosenActions } from '../../nav/chosen-store.ts';
import { LastListCheck } from '../../parts/checks/last-check.tsx';
import { ListCheckHistory } from '../../parts/checks/list-check-history.tsx';
import { checkRegularly, generateAgain, makeRegularly } from '../../parts/lists/list-actions.ts';
import { ListPanel } from '../../parts/lists/list-panel.tsx';
import { useProxyList } from '../../parts/lists/use-proxy-list.ts';
import { openDraft } from '../../parts/runs/draft-store.ts';
import { ChangedBy, useChanges } from '../../parts/shared-desk/changed-by.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { asTyped } from '../../ui/form/form-state.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { Form } from '../../ui/form.tsx';
import { useUnsaved } from '../../ui/use-escape.ts';
import { ListFiles } from './list-files.tsx';
import { ListParams } from './list-params.tsx';
import styles from './lists.module.css';

interface ListDetailProps {
  readonly listId: number;
  readonly onClose: () => void;
  readonly onRemove: (listIds: readonly number[]) => void;
}

/** Shows one list beside the grid: its parameters, its lines and its files. */
export const ListDetail = ({ listId, onClose, onRemove }: ListDetailProps) => {
  const query = useProxyList(listId);
  const changeOf = useChanges('list', [listId]);
  const list = query.value;
  if (list === undefined) {
    return query.error === undefined ? (
      <Skeleton height={44} m={16} />
    ) : (
      <ErrorNotice error={query.error} onRetry={query.reload} />
    );
  }
  return (
    <div className={styles.detail}>
      <ListPanel list={list} onClose={onClose}>
        <DetailTools list={list} onRemove={() => onRemove([list.id])} />
        {list.lastCheck === null ? null : (
          <>
            <LastListCheck check={list.lastCheck} />
            <ListCheckHistory listId={list.id} />
          </>
        )}
        <ListParams list={list} />
        <div className={styles.changedBy}>
          <ChangedBy change={changeOf(listId)} />
        </div>
        <ListFiles listId={list.id} />
      </ListPanel>
    </div>
  );
};

interface DetailToolsProps {
  readonly list: ProxyList;
  readonly onRemove: () => void;
}

const DetailTools = ({ list, onRemove }: DetailToolsProps) => {
  const { t } = useTranslation(['lists', 'scheduledLists', 'checks', 'common']);
  const [renaming, setRenaming] = useState(false);
  const again: readonly MenuAction[] = [
    { icon: IconRefresh, label: t('again'), run: () => generateAgain(list) },
    { icon: IconCalendarTime, label: t('scheduledLists:again'), run: () => makeRegularly(list) },
  ];
  const check = {
    icon: IconPlugConnected,
    label: t('checks:check'),
    run: () => openDraft('check-list', [list.id], 'lists'),
  };
  const isIdle = isGrowing(list) || list.lineCount === 0;
  const actions: readonly MenuAction[] = [
    // A list that was not generated has no recipe to repeat.
    ...(list.recipe.poolType === null ? [] : again),
    ...(isIdle ? [] : [check]),
    ...(isIdle && !list.isCheckedOnSchedule ? [] : [checkRegularly(list)]),
    { icon: IconPencil, label: t('rename'), run: () => setRenaming(true) },
    { icon: IconTrash, label: t('common:words.remove'), run: onRemove },
  ];
  useChosenActions(list.title, actions);
  if (renaming) return <RenameForm list={list} onEnd={() => setRenaming(false)} />;
  return (
    <div className={styles.detailTools}>
      {actions.map(({ icon: ActionIcon, label, run }) => (
        <Button
          key={label}
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<ActionIcon size={14} aria-hidden />}
          onClick={run}
        >
          {label}
        </Button>
      ))}
    </div>
  );
};

const RenameForm = ({ list, onEnd }: { readonly list: ProxyList; readonly onEnd: () => void }) => {
  const { t } = useTranslation(['lists', 'common']);
  const form = useForm({ initial: { title: list.title }, read: asTyped });
  useUnsaved(form.values.title !== list.title);
  const submit = () => form.submit(({ title }) => call('lists.rename', { listId: list.id, title }), onEnd);
  return (
    <Form ref={form.ref} className={styles.detailTools} onSubmit={submit}>
      <TextInput
        className={styles.grow}
        aria-label={t('name')}
        data-autofocus
        {...form.input('title')}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          onEnd();
        }}
      />
      <Button type="submit" loading={form.busy}>
        {t('common:actions.save')}
      </Button>
      <Button variant="subtle" color="gray" onClick={onEnd}>
        {t('common:actions.cancel')}
      </Button>
    </Form>
  );
};
