import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClientRow } from '#shared/contract/clients.ts';
import { CLIENT_DETAILS, type ClientFields, type ClientTextName } from '#shared/domain/client-fields.ts';
import type { AppError } from '#shared/result.ts';
import { fieldProblem } from '../../i18n/describe-error.ts';
import { TagInput } from '../../ui/tag-input.tsx';
import { useUnsaved } from '../../ui/use-escape.ts';
import { ChangedBy, useChanges } from '../shared-desk/changed-by.tsx';
import { ClientTextField } from './client-text-field.tsx';
import styles from './clients.module.css';
import type { SaveClient } from './use-client-edit.ts';
import { useTags } from './use-tags.ts';

interface ClientAboutProps {
  readonly client: ClientRow;
  /** It was removed by somebody: what is typed is kept by nobody else. */
  readonly isGone: boolean;
  readonly error: AppError | undefined;
  readonly save: SaveClient;
  /** See `useClientEdit`. */
  readonly unsaved: Partial<ClientFields>;
}

/**
 * Text that is kept when the field is left, or goes away with the screen; what could not be kept stays typed, and so does
 * what is being typed while somebody else writes the same.
 */
const useDraft = (stored: string, keep: (text: string) => Promise<AppError | undefined>) => {
  const [draft, setDraft] = useState(stored);
  /** What somebody else has written while this was typed. */
  const [meanwhile, setMeanwhile] = useState<string>();
  /** What was handed over last: Enter and the blur that follows it are one edit. */
  const handedOver = useRef(stored);
  const before = useRef({ stored, draft });
  useEffect(() => {
    const typed = before.current.draft.trim();
    const isTyped = typed !== before.current.stored && typed !== stored;
    const isOwn = stored === handedOver.current;
    handedOver.current = stored;
    if (!isTyped) {
      setDraft(stored);
      setMeanwhile(undefined);
    } else if (!isOwn) setMeanwhile(stored);
  }, [stored]);
  useEffect(() => {
    before.current = { stored, draft };
  });
  const commit = () => {
    const text = draft.trim();
    if (text === stored) setDraft(stored);
    setMeanwhile(undefined);
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
    setMeanwhile(undefined);
  };
  return { draft, setDraft, meanwhile, commit, onEscape };
};

/** What describes the client, edited where they stand: kept on Enter or when the field is left, Esc takes the edit back. */
export const ClientAbout = ({ client, isGone, error, save, unsaved }: ClientAboutProps) => {
  const { t } = useTranslation(['clients', 'fields']);
  const tags = useTags();
  const changeOf = useChanges('client', [client.id]);
  useUnsaved(unsaved.tags !== undefined);
  return (
    <section className="part stack" aria-label={t('clients:about')}>
      {CLIENT_DETAILS.map((name) =>
        name === 'tags' ? (
          <TagInput
            key={name}
            label={t('fields:tags')}
            value={unsaved.tags ?? client.tags}
            suggestions={tags.map(({ tag }) => tag)}
            error={fieldProblem(error, 'tags')}
            onChange={(value) => void save({ tags: value })}
          />
        ) : (
          <div key={name}>
            <KeptText name={name} stored={client[name]} isGone={isGone} error={error} save={save} />
            {name === 'note' ? <ChangedBy what="note" change={changeOf(client.id, name)} /> : null}
          </div>
        ),
      )}
      {isGone ? (
        <ChangedBy what="removed" change={changeOf(client.id, 'removed')} />
      ) : (
        <ChangedBy change={changeOf(client.id)} />
      )}
    </section>
  );
};

interface KeptTextProps extends Pick<ClientAboutProps, 'isGone' | 'error' | 'save'> {
  readonly name: ClientTextName;
  readonly stored: string;
}

const KeptText = ({ name, stored, isGone, error, save }: KeptTextProps) => {
  const { t } = useTranslation('clients');
  const { draft, setDraft, meanwhile, commit, onEscape } = useDraft(stored, (text) => save({ [name]: text }));
  useUnsaved(isGone && draft !== stored);
  return (
    <>
      <ClientTextField
        name={name}
        value={draft}
        error={error}
        onChange={setDraft}
        onBlur={commit}
        onEnter={commit}
        onEscape={onEscape}
      />
      {meanwhile === undefined ? null : (
        <p role="status" className={styles.meanwhile}>
          {t('meanwhile', { text: meanwhile })}
        </p>
      )}
    </>
  );
};
