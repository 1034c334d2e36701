import { IconGripVertical } from '@tabler/icons-react';
import type { DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormatId, HostVariant } from '#shared/contract/lists.ts';
import { call } from '../../bridge/desk.ts';
import { doneToast, errorToast } from '../../ui/undo-toast.tsx';
import styles from './drag-handle.module.css';

/** A file that was written, or a list that becomes one while it is dragged. */
export type Draggable =
  | { readonly exportId: number }
  | { readonly listId: number; readonly variant: HostVariant; readonly formatId: FormatId };

/**
 * Drags a file out of the window, to a folder or a chat. For the pointer only: with the keyboard the same is "Save" or
 * "Show in folder", which stand beside it.
 */
export const DragHandle = ({ what }: { readonly what: Draggable }) => {
  const { t } = useTranslation('lists');
  const prepare = () => {
    // What goes wrong is told when it is dragged.
    if ('listId' in what) void call('lists.prepareDrag', what);
  };
  const start = async () => {
    const result = 'listId' in what ? await call('lists.drag', what) : await call('lists.dragExport', what);
    if (!result.ok) errorToast(result.error);
    else if ('started' in result.value && !result.value.started) doneToast(t('drag.notReady'));
  };
  const onDragStart = (event: DragEvent) => {
    // The page's own drag would carry an icon; the OS is given the file instead.
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

/** The handle's place beside what cannot be dragged, so that the names stand under each other. */
export const NoDragHandle = () => <span aria-hidden className={styles.noDrag} />;
