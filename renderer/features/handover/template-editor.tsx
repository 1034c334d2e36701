import { Button, Group, SegmentedControl, Select, Textarea } from '@mantine/core';
import { IconRepeat } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import {
  EACH,
  END_OF_EACH,
  HANDOVER_FIELDS,
  type HandoverField,
  SALE_FIELDS,
  type TemplateProblem,
  templateProblems,
} from '#shared/domain/handover-template.ts';
import { MESSAGE_KINDS, type MessageKind } from '#shared/domain/message-kinds.ts';
import { APP_FACTS, VPN_APPS, type VpnApp } from '#shared/domain/vpn-apps.ts';
import { useSalesInUse } from '../../bridge/sales-store.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { ChangedBy, useChanges } from '../../parts/shared-desk/changed-by.tsx';
import { Conflicts } from '../../parts/shared-desk/conflicts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { undoToast } from '../../ui/undo-toast.tsx';
import { AppChoice } from './app-choice.tsx';
import styles from './handover.module.css';
import type { PackState } from './use-pack.ts';

interface TemplateEditorProps {
  readonly state: PackState;
  /** The used fields that have no value for this client. */
  readonly empty: readonly HandoverField[];
}

const PROBLEMS_SHOWN = 5;

const isApp = (field: HandoverField): field is VpnApp => VPN_APPS.some((app) => app === field);
const isMessageKind = (value: string | null): value is MessageKind => MESSAGE_KINDS.some((kind) => kind === value);

/** Edits the words around the goods, for the chosen occasion. The fields in them are filled for each client. */
export const TemplateEditor = ({ state, empty }: TemplateEditorProps) => {
  const { t } = useTranslation('handover');
  const format = useFormat();
  const area = useRef<HTMLTextAreaElement>(null);
  const { template, language, message } = state.pack;
  const { templateId } = state;
  const changeOf = useChanges('template', templateId === null ? [] : [templateId]);
  const hasSales = useSalesInUse();
  const problems = templateProblems(template);
  const asField = (field: HandoverField): string => `{${field}}`;

  /** Replaces what is selected in the text, and puts the cursor behind it. */
  const replaceSelection = (replacement: (selected: string) => string) => {
    const node = area.current;
    const [from, to] = [node?.selectionStart ?? template.length, node?.selectionEnd ?? template.length];
    const text = replacement(template.slice(from, to));
    state.setTemplate(template.slice(0, from) + text + template.slice(to));
    requestAnimationFrame(() => {
      node?.focus();
      node?.setSelectionRange(from + text.length, from + text.length);
    });
  };
  const insert = (field: HandoverField) => replaceSelection(() => asField(field));
  const repeat = () =>
    replaceSelection((selected) => {
      const part = selected.trim() === '' ? `${asField('link')}\n` : selected;
      return `${EACH}\n${part}${part.endsWith('\n') ? '' : '\n'}${END_OF_EACH}\n`;
    });
  const reset = () => {
    state.resetTemplate();
    undoToast(t('wasReset'), () => state.bringBack(template));
  };
  const problemWords = ({ code, meant, ...words }: TemplateProblem): string => {
    if (code === 'unpaired') return t('unpaired', words);
    return meant === undefined ? t('unknown', words) : t('unknownMeant', { ...words, meant: asField(meant) });
  };
  const helpOf = (field: HandoverField): string =>
    isApp(field) ? t('appFieldHelp', { app: APP_FACTS[field].name }) : t(`fieldHelp.${field}`);

  const fieldButton = (field: HandoverField) => (
    <li key={field}>
      <Button
        size="compact-sm"
        title={empty.includes(field) ? t('emptyField') : helpOf(field)}
        onClick={() => insert(field)}
      >
        {asField(field)}
      </Button>
      <span className="dim">{helpOf(field)}</span>
    </li>
  );
  const fields = HANDOVER_FIELDS.filter((field) => hasSales || !SALE_FIELDS.includes(field));
  return (
    <section className="stack" aria-label={t('template')}>
      <Group gap={8} justify="space-between" mih={28}>
        <h2>{t('template')}</h2>
        <SegmentedControl
          aria-label={t('language')}
          value={language}
          onChange={(value) => {
            state.keepTemplate();
            state.setLanguage(value);
          }}
          data={[
            { value: 'ru', label: t('languages.ru') },
            { value: 'en', label: t('languages.en') },
          ]}
        />
      </Group>
      <Select
        label={t('occasion')}
        {...(message === state.suggested ? { description: t('due') } : {})}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        allowDeselect={false}
        value={message}
        data={MESSAGE_KINDS.map((kind) => ({ value: kind, label: t(`occasions.${kind}`) }))}
        onChange={(value) => {
          state.keepTemplate();
          if (isMessageKind(value)) state.setMessage(value);
        }}
      />
      <Textarea
        ref={area}
        className={styles.area ?? ''}
        aria-label={t('template')}
        description={t('help')}
        value={template}
        autosize
        minRows={10}
        maxRows={20}
        maxLength={20_000}
        lang={language}
        onChange={(event) => state.setTemplate(event.currentTarget.value)}
        onBlur={state.keepTemplate}
      />
      {templateId === null ? null : (
        <>
          <Conflicts kind="template" id={templateId} />
          <ChangedBy change={changeOf(templateId, 'text')} />
        </>
      )}
      {problems.length === 0 ? null : (
        <Notice tone="warn" live="status">
          <ul className={styles.problems}>
            {problems.slice(0, PROBLEMS_SHOWN).map((problem) => (
              <li key={`${problem.line} ${problem.text}`}>{problemWords(problem)}</li>
            ))}
          </ul>
        </Notice>
      )}
      {empty.length === 0 ? null : (
        <Notice tone="info" live="status">
          {t('emptyHere', { count: empty.length, fields: format.list(empty.map(asField)) })}
        </Notice>
      )}
      <Group gap={8}>
        <Button
          size="compact-sm"
          leftSection={<IconRepeat size={14} aria-hidden />}
          title={t('repeatHelp')}
          onClick={repeat}
        >
          {t('repeat')}
        </Button>
        <span className="dim">{t('repeatHelp')}</span>
      </Group>
      <ul className={styles.fields} aria-label={t('fields')}>
        {fields.filter((field) => !isApp(field)).map(fieldButton)}
      </ul>
      <AppChoice state={state} isUsed={template.includes(asField('apps'))} />
      <ul className={styles.fields} aria-label={t('appFields')}>
        {fields.filter(isApp).map(fieldButton)}
      </ul>
      <div>
        <Button
          className="flush-start"
          size="compact-sm"
          variant="subtle"
          color="gray"
          disabled={!state.isOwn}
          onClick={reset}
        >
          {t('reset')}
        </Button>
      </div>
    </section>
  );
};
