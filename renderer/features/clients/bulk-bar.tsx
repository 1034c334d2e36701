import { ActionIcon, Button, Menu, Popover } from '@mantine/core';
import { IconDots, IconTag } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../bridge/desk.ts';
import { useChosenActions } from '../../nav/chosen-store.ts';
import { useTags } from '../../parts/clients/use-tags.ts';
import { asTyped } from '../../ui/form/form-state.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { ActionButton, ActionItems } from '../../ui/menu-action.tsx';
import { SelectionBar } from '../../ui/selection-bar.tsx';
import { TagInput } from '../../ui/tag-input.tsx';
import { undoToast } from '../../ui/undo-toast.tsx';
import { type ClientSelection, useSelectionActions } from './use-selection-actions.ts';

/** Replaces the search while clients are selected. */
export const BulkBar = (selection: ClientSelection) => {
  const { t } = useTranslation('clients');
  const { clientIds, onEnd } = selection;
  const { work, standing, schedule, more, exportCsv, archive, remove, busy } = useSelectionActions(selection);
  const selected = t('bulk.selected', { count: clientIds.length });
  useChosenActions(selected, [...work, ...more, standing, schedule, exportCsv, archive, remove]);
  return (
    <SelectionBar label={t('bulk.label')} selected={selected} onEnd={onEnd}>
      {work.map((action) => (
        <ActionButton key={action.label} action={action} />
      ))}
      <BulkTags clientIds={clientIds} />
      <ActionButton action={remove} disabled={busy} />
      {/* Rare actions are in a menu. With buttons for them the bar would take two lines, and the list below would
          jump. */}
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon size={28} variant="default" disabled={busy} aria-label={t('more')} title={t('more')}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <ActionItems actions={[...more, standing, schedule, exportCsv, archive]} />
        </Menu.Dropdown>
      </Menu>
    </SelectionBar>
  );
};

interface TypedTags {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

const NO_TAGS: TypedTags = { add: [], remove: [] };

const BulkTags = ({ clientIds }: { readonly clientIds: readonly number[] }) => {
  const { t } = useTranslation('clients');
  const tags = useTags().map(({ tag }) => tag);
  const [opened, setOpened] = useState(false);
  const form = useForm<TypedTags, TypedTags>({ initial: NO_TAGS, read: asTyped, keys: { tags: 'add' } });
  const { add, remove } = form.values;

  // A refusal that is not about the tags appears in a message.
  const apply = () =>
    form.submit(
      (tags) => call('clients.tag', { clientIds: [...clientIds], add: [...tags.add], remove: [...tags.remove] }),
      ({ count, undoId }) => {
        setOpened(false);
        form.reset();
        undoToast(t('done.tagged', { count }), undoId);
      },
    );

  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" width={320} trapFocus returnFocus>
      <Popover.Target>
        <Button leftSection={<IconTag size={15} aria-hidden />} onClick={() => setOpened(!opened)}>
          {t('bulk.tag')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className="stack" aria-label={t('bulk.tag')}>
        <TagInput label={t('bulk.addTags')} inPopover suggestions={tags} {...form.field('add')} />
        <TagInput label={t('bulk.removeTags')} placeholder="" inPopover suggestions={tags} {...form.field('remove')} />
        <Button
          variant="filled"
          loading={form.busy}
          disabled={add.length + remove.length === 0}
          onClick={() => void apply()}
        >
          {t('bulk.apply', { count: clientIds.length })}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
};
