import { TextInput } from '@mantine/core';
import { type KeepDraft, useDraft } from '../../ui/use-draft.ts';

interface TimeFieldProps {
  readonly id: string;
  readonly 'aria-describedby': string;
  /** `HH:MM`. */
  readonly stored: string;
  readonly error: string | undefined;
  readonly onSave: KeepDraft;
  readonly onEdit: () => void;
}

/** A time of day that is saved on Enter and on leaving the field; Esc discards the edit. */
export const TimeField = ({ stored, error, onSave, onEdit, ...ids }: TimeFieldProps) => {
  const { draft, setDraft, commit, onEscape } = useDraft(stored, onSave);
  return (
    <TextInput
      {...ids}
      w={140}
      value={draft}
      error={error}
      spellCheck={false}
      onChange={(event) => {
        setDraft(event.currentTarget.value);
        onEdit();
      }}
      onBlur={() => void commit()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') void commit();
        if (event.key === 'Escape') onEdit();
        onEscape(event);
      }}
    />
  );
};
