import { Textarea, TextInput } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClientRow } from '#shared/contract/clients.ts';
import type { AppError } from '#shared/result.ts';
import { fieldProblem } from '../../i18n/describe-error.ts';
import { TagInput } from '../../ui/tag-input.tsx';
import styles from './clients.module.css';
import type { SaveClient } from './use-client-edit.ts';
import { useTags } from './use-tags.ts';

interface ClientAboutProps {
  readonly client: ClientRow;
  readonly error: AppError | undefined;
  readonly save: SaveClient;
}

/** Text that is kept when the field is left, or goes away with the screen; what could not be kept stays typed. */
const useDraft = (stored: string, keep: (text: string) => Promise<AppError | undefined>) => {
  const [draft, setDraft] = useState(stored);
  /** What was handed over last: Enter and the blur that follows it are one edit. */
  const handedOver = useRef(stored);
  useEffect(() => {
    handedOver.current = stored;
    setDraft(stored);
  }, [stored]);
  const commit = () => {
    const text = draft.trim();
    if (text === stored) setDraft(stored);
    if (text === handedOver.current) return;
    handedOver.current = text;
    void keep(text).then((failed) => {
      if (failed !== undefined) handedOver.current = stored;
    });
  };
  const commitLatest = useRef(commit);
  useEffect(() => {
    commitLatest.current = commit;
  });
  useEffect(() => () => commitLatest.current(), []);
  const onEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || draft === stored) return;
    event.preventDefault();
    event.stopPropagation();
    setDraft(stored);
  };
  return { draft, setDraft, commit, onEscape };
};

/** Name, tags and note, edited where they stand: kept on Enter or when the field is left, Esc takes the edit back. */
export const ClientAbout = ({ client, error, save }: ClientAboutProps) => {
  const { t } = useTranslation(['clients', 'common']);
  const tags = useTags();
  const name = useDraft(client.name, (text) => save({ name: text }));
  const note = useDraft(client.note, (text) => save({ note: text }));
  return (
    <section className={`${styles.section} ${styles.stack}`} aria-label={t('about')}>
      <TextInput
        label={t('importer.fields.name')}
        value={name.draft}
        error={fieldProblem(error, 'name')}
        onChange={(event) => name.setDraft(event.currentTarget.value)}
        onBlur={name.commit}
        onKeyDown={(event) => (event.key === 'Enter' ? name.commit() : name.onEscape(event))}
      />
      <TagInput
        label={t('common:words.tags')}
        value={client.tags}
        suggestions={tags.map(({ tag }) => tag)}
        error={fieldProblem(error, 'tags')}
        onChange={(value) => void save({ tags: value })}
      />
      <Textarea
        label={t('common:words.note')}
        autosize
        minRows={2}
        maxRows={10}
        value={note.draft}
        error={fieldProblem(error, 'note')}
        onChange={(event) => note.setDraft(event.currentTarget.value)}
        onBlur={note.commit}
        onKeyDown={note.onEscape}
      />
    </section>
  );
};
