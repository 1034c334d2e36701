import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClientRow } from '#shared/contract/clients.ts';
import { CLIENT_DETAILS, type ClientFields, type ClientTextName } from '#shared/domain/client-fields.ts';
import type { AppError } from '#shared/result.ts';
import { fieldProblem } from '../../i18n/describe-error.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useTags } from '../../parts/clients/use-tags.ts';
import { ChangedBy, useChanges } from '../../parts/shared-desk/changed-by.tsx';
import { DayField } from '../../ui/day-field.tsx';
import { TagInput } from '../../ui/tag-input.tsx';
import { type KeepDraft, useDraft } from '../../ui/use-draft.ts';
import { useUnsaved } from '../../ui/use-escape.ts';
import { ClientTextField } from './client-text-field.tsx';
import styles from './clients.module.css';
import type { SaveClient } from './use-client-edit.ts';

interface ClientAboutProps {
  readonly client: ClientRow;
  /** Somebody removed the client, so nothing else stores what is typed here. */
  readonly isGone: boolean;
  readonly error: AppError | undefined;
  readonly save: SaveClient;
  /** See `useClientEdit`. */
  readonly unsaved: Partial<ClientFields>;
}

/** Saves the draft when the field is left or unmounted. */
const useDraftKeptOnLeaving = (stored: string, keep: KeepDraft) => {
  const edit = useDraft(stored, keep);
  const latest = useRef(edit);
  useEffect(() => {
    latest.current = edit;
  });
  useEffect(() => () => void latest.current.commit(), []);
  return edit;
};

/**
 * Edits the texts of the client in place. They are saved on Enter and on leaving the field, and Esc discards the edit.
 */
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
        ) : name === 'paidUntil' ? (
          <KeptDay key={name} stored={client.paidUntil} isGone={isGone} error={error} save={save} />
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

/** Says what somebody else has written meanwhile into the field that is being edited. */
const Meanwhile = ({ text }: { readonly text: string | undefined }) => {
  const { t } = useTranslation('clients');
  return text === undefined ? null : (
    <p role="status" className={styles.meanwhile}>
      {t('meanwhile', { text })}
    </p>
  );
};

interface KeptDayProps extends Pick<ClientAboutProps, 'isGone' | 'error' | 'save'> {
  readonly stored: string | null;
}

const orNull = (day: string): string | null => (day === '' ? null : day);

/** The day until which the client has paid. A text that is not a day is not saved. */
const KeptDay = ({ stored, isGone, error, save }: KeptDayProps) => {
  const { t } = useTranslation(['clients', 'fields']);
  const format = useFormat();
  const { draft, setDraft, meanwhile, commit, onEscape } = useDraftKeptOnLeaving(stored ?? '', (day, seen) =>
    save({ paidUntil: orNull(day) }, { paidUntil: orNull(seen) }),
  );
  useUnsaved(isGone && draft !== (stored ?? ''));
  return (
    <div>
      <DayField
        label={t('fields:paidUntil')}
        placeholder={t('clients:noPaidUntil')}
        value={draft}
        whenWrong={stored ?? ''}
        error={fieldProblem(error, 'paidUntil')}
        onChange={setDraft}
        onLeave={() => void commit()}
        onEscape={onEscape}
      />
      <Meanwhile text={meanwhile === undefined ? undefined : format.day(meanwhile)} />
    </div>
  );
};

const KeptText = ({ name, stored, isGone, error, save }: KeptTextProps) => {
  const { draft, setDraft, meanwhile, commit, onEscape } = useDraftKeptOnLeaving(stored, (text, seen) =>
    save({ [name]: text }, { [name]: seen }),
  );
  useUnsaved(isGone && draft !== stored);
  return (
    <>
      <ClientTextField
        name={name}
        value={draft}
        error={fieldProblem(error, name)}
        onChange={setDraft}
        onBlur={() => void commit()}
        onEnter={() => void commit()}
        onEscape={onEscape}
      />
      <Meanwhile text={meanwhile} />
    </>
  );
};
