import { IconGripVertical } from '@tabler/icons-react';
import type { DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormatId, HostVariant } from '#shared/contract/lists.ts';
import type { LineLayout } from '#shared/domain/line-layout.ts';
import { call } from '../../bridge/desk.ts';
import { doneToast, errorToast } from '../../ui/undo-toast.tsx';
import styles from './drag-handle.module.css';

/** A saved file, or a list that becomes a file while it is dragged. */
export type Draggable =
  | { readonly exportId: number }
  | { readonly listId: number; readonly variant: HostVariant; readonly formatId: FormatId }
  | { readonly listId: number; readonly variant: HostVariant; readonly layout: LineLayout };

const drag = (what: Draggable) => {
  if ('layout' in what) return call('layouts.drag', what);
  return 'listId' in what ? call('lists.drag', what) : call('lists.dragExport', what);
};

/**
 * Drags a file out of the window, to a folder or a chat. This is for the pointer only: keyboard users have "Save" or
 * "Show in folder" beside it.
 */
export const DragHandle = ({ what }: { readonly what: Draggable }) => {
  const { t } = useTranslation('lists');
  const prepare = () => {
    // A failure is reported when the user drags.
    if ('layout' in what) void call('layouts.prepareDrag', what);
    else if ('listId' in what) void call('lists.prepareDrag', what);
  };
  const start = async () => {
    const result = await drag(what);
    if (!result.ok) errorToast(result.error);
    else if ('started' in result.value && !result.value.started) doneToast(t('drag.notReady'));
  };
  const onDragStart = (event: DragEvent) => {
    // The page's own drag would show only an icon, so the OS gets the file instead.
    event.preventDefault();
    void start();
  };
  return (
    <span
      aria-hidden
      draggable
      className={styles.drag}
      title={t('drag.title')}
      onPointerDown={prepare}
      onDragStart={onDragStart}
    >
      <IconGripVertical size={14} />
    </span>
  );
};

/** Takes the place of a handle beside something that cannot be dragged, so that names align. */
export const NoDragHandle = () => <span aria-hidden className={styles.noDrag} />;
