import { Button, Group, SegmentedControl, Textarea } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { HANDOVER_FIELDS, type HandoverField, SALE_FIELDS, unknownFields } from '#shared/domain/handover-template.ts';
import { useSalesInUse } from '../../bridge/sales-store.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { ChangedBy, useChanges } from '../../parts/shared-desk/changed-by.tsx';
import { Conflicts } from '../../parts/shared-desk/conflicts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { undoToast } from '../../ui/undo-toast.tsx';
import styles from './handover.module.css';
import type { PackState } from './use-pack.ts';

interface TemplateEditorProps {
  readonly state: PackState;
  /** The used fields that have no value for this client. */
  readonly empty: readonly HandoverField[];
}

/** Edits the words around the goods. The fields in them are filled for each client. */
export const TemplateEditor = ({ state, empty }: TemplateEditorProps) => {
  const { t } = useTranslation('handover');
  const format = useFormat();
  const area = useRef<HTMLTextAreaElement>(null);
  const { template, language } = state.pack;
  const { templateId } = state;
  const changeOf = useChanges('template', templateId === null ? [] : [templateId]);
  const hasSales = useSalesInUse();
  const unknown = unknownFields(template);

  const insert = (field: HandoverField) => {
    const node = area.current;
    const [from, to] = [node?.selectionStart ?? template.length, node?.selectionEnd ?? template.length];
    const text = `{${field}}`;
    state.setTemplate(template.slice(0, from) + text + template.slice(to));
    requestAnimationFrame(() => {
      node?.focus();
      node?.setSelectionRange(from + text.length, from + text.length);
    });
  };
  const reset = () => {
    state.resetTemplate();
    undoToast(t('wasReset'), () => state.bringBack(template));
  };
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
      {unknown.length === 0 ? null : (
        <Notice tone="warn" live="status">
          {t('unknown', { count: unknown.length, fields: format.list(unknown.slice(0, 5)) })}
        </Notice>
      )}
      <ul className={styles.fields} aria-label={t('fields')}>
        {HANDOVER_FIELDS.filter((field) => hasSales || !SALE_FIELDS.includes(field)).map((field) => (
          <li key={field}>
            <Button
              size="compact-sm"
              title={empty.includes(field) ? t('emptyField') : t(`fieldHelp.${field}`)}
              onClick={() => insert(field)}
            >
              {`{${field}}`}
            </Button>
            <span className="dim">{t(`fieldHelp.${field}`)}</span>
          </li>
        ))}
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
