import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Result } from '#shared/result.ts';
import { asTyped } from './form/form-state.ts';
import { useForm } from './form/use-form.ts';
import { Form } from './form.tsx';
import styles from './saved-names.module.css';
import { doneToast } from './undo-toast.tsx';

interface SavedNamesProps<T> {
  readonly label: string;
  readonly items: readonly T[];
  /** The sentence to show if there are no items. */
  readonly empty: string;
  /** The accessible names of the buttons of an item. */
  readonly applyLabel: (name: string) => string;
  readonly removeLabel: (name: string) => string;
  readonly onApply: (item: T) => void;
  readonly onRemove: (item: T) => void;
  /** Stands below the name of an item. */
  readonly below?: (item: T) => ReactNode;
  /** Stands after the name of an item. */
  readonly after?: (item: T) => ReactNode;
}

/** Things that the user saved by name: a click applies one, and the cross removes it. */
export const SavedNames = <T extends { readonly id: number; readonly name: string }>(props: SavedNamesProps<T>) =>
  props.items.length === 0 ? (
    <p className={styles.empty}>{props.empty}</p>
  ) : (
    <ul className={styles.list} aria-label={props.label}>
      {props.items.map((item) => (
        <li key={item.id} className={styles.item}>
          <div className={styles.named}>
            <button
              type="button"
              className={`${styles.apply} clip`}
              title={item.name}
              aria-label={props.applyLabel(item.name)}
              onClick={() => props.onApply(item)}
            >
              {item.name}
            </button>
            {props.below?.(item)}
          </div>
          {props.after?.(item)}
          <ActionIcon aria-label={props.removeLabel(item.name)} onClick={() => props.onRemove(item)}>
            <IconX size={14} aria-hidden />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );

interface SaveByNameProps {
  /** The names that are taken. Saving under one of them replaces what has it. */
  readonly names: readonly string[];
  readonly words: {
    readonly name: string;
    readonly placeholder: string;
    readonly save: string;
    readonly replace: string;
    readonly saved: (name: string) => string;
  };
  /** The longest name that can be typed, in characters. */
  readonly maxLength?: number;
  readonly save: (name: string) => Promise<Result<unknown>>;
  /** It was saved or refused. */
  readonly onEnd?: () => void;
}

/** Saves something under a name that the user types. */
export const SaveByName = ({ names, words, maxLength, save, onEnd }: SaveByNameProps) => {
  const form = useForm({ initial: { name: '' }, read: asTyped });
  const submit = async () => {
    await form.submit(
      ({ name }) => save(name.trim()),
      (_, { name }) => {
        form.reset();
        doneToast(words.saved(name.trim()));
      },
    );
    onEnd?.();
  };
  return (
    <Form ref={form.ref} gap={8} onSubmit={submit}>
      <TextInput
        aria-label={words.name}
        placeholder={words.placeholder}
        {...(maxLength === undefined ? {} : { maxLength })}
        {...form.input('name')}
      />
      <Button type="submit" fullWidth loading={form.busy}>
        {names.includes(form.values.name.trim()) ? words.replace : words.save}
      </Button>
    </Form>
  );
};
