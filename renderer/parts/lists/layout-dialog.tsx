import { Button, Checkbox, Group, Select, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCopy, IconDeviceFloppy } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LayoutSource, SavedLayout } from '#shared/contract/layouts.ts';
import {
  LAYOUT_FIELDS,
  LAYOUT_KINDS,
  LAYOUT_PRESET_NAMES,
  LAYOUT_PRESETS,
  type LineLayout,
  VALUE_FORMS,
} from '#shared/domain/line-layout.ts';
import { call } from '../../bridge/desk.ts';
import { readLocal, writeLocal } from '../../bridge/local-store.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Answer } from '../../ui/answer.tsx';
import { callOrTell } from '../../ui/call-or-tell.ts';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { DialogFoot } from '../../ui/dialog-foot.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Form } from '../../ui/form.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { doneToast } from '../../ui/undo-toast.tsx';
import { isPreset, readLayout, toLayout, typedFrom } from './layout-form.ts';
import { LayoutPreview } from './layout-preview.tsx';
import { closeLayouts, useOpenLayouts } from './layout-store.ts';
import { savedToast, tellLeftOut } from './save-list.ts';

const CHOSEN = 'lists.layout';
/** About the time in which a word is typed. */
const PREVIEW_DELAY = 250;

const isText = (value: unknown): value is string => typeof value === 'string';

interface LayoutFormProps {
  readonly source: LayoutSource;
  readonly saved: readonly SavedLayout[];
}

/** Chooses or writes a layout, shows what comes of it, and copies or saves the lines. */
const LayoutForm = ({ source, saved }: LayoutFormProps) => {
  const { t } = useTranslation(['lists', 'layouts', 'common']);
  const format = useFormat();
  const line = useRef<HTMLInputElement>(null);
  const layoutOf = (choice: string): LineLayout | undefined =>
    isPreset(choice) ? LAYOUT_PRESETS[choice] : saved.find(({ name }) => `own ${name}` === choice)?.layout;
  const nameOf = (choice: string): string => (isPreset(choice) ? t(`layouts:presets.${choice}`) : choice.slice(4));

  const [choice, setChoice] = useState(() => {
    const last = readLocal(CHOSEN, isText) ?? 'url';
    return layoutOf(last) === undefined ? 'url' : last;
  });
  const form = useForm({
    initial: typedFrom(layoutOf(choice) ?? LAYOUT_PRESETS.url, isPreset(choice) ? '' : nameOf(choice)),
    read: readLayout,
  });
  const { values } = form;
  const [asked] = useDebouncedValue(values, PREVIEW_DELAY);
  const read = readLayout(asked);
  const own = saved.find(({ name }) => name === values.name.trim());
  const isChanged = JSON.stringify(toLayout(values)) !== JSON.stringify(layoutOf(choice));

  const choose = (next: string | null) => {
    const layout = next === null ? undefined : layoutOf(next);
    if (next === null || layout === undefined) return;
    writeLocal(CHOSEN, next);
    setChoice(next);
    form.change(typedFrom(layout, isPreset(next) ? '' : nameOf(next), values));
  };
  const insert = (text: string) => {
    const node = line.current;
    const [from, to] = [node?.selectionStart ?? values.line.length, node?.selectionEnd ?? values.line.length];
    form.change({ line: values.line.slice(0, from) + text + values.line.slice(to) });
    requestAnimationFrame(() => {
      node?.focus();
      node?.setSelectionRange(from + text.length, from + text.length);
    });
  };
  const saveFile = () =>
    form.submit(
      (layout) => call('layouts.export', { source, layout, name: isChanged ? t('layouts:unsaved') : nameOf(choice) }),
      (done) => {
        if (done === null) return;
        const { lineCount: count } = done.export;
        savedToast(done.export, t('lines', { count, formatted: format.number(count) }));
        tellLeftOut(done.leftOut);
        closeLayouts();
      },
    );
  const copy = () =>
    form.submit(
      (layout) => call('layouts.copy', { source, layout }),
      ({ lines: count, leftOut }) => {
        doneToast(t('copied', { count, formatted: format.number(count) }));
        tellLeftOut(leftOut);
      },
    );
  const keep = () =>
    form.submit(
      (layout) => call('layouts.save', { name: values.name, layout }),
      ({ name }) => {
        writeLocal(CHOSEN, `own ${name}`);
        setChoice(`own ${name}`);
        doneToast(t('layouts:kept', { name }));
      },
    );
  const remove = async (layoutId: number) => {
    if ((await callOrTell('layouts.remove', { layoutId })) === undefined) return;
    choose('url');
  };

  return (
    <Form ref={form.ref} onSubmit={saveFile} aria-label={t('layouts:title')}>
      <Select
        label={t('layouts:layout')}
        allowDeselect={false}
        value={choice}
        data={[
          {
            group: t('layouts:ready'),
            items: LAYOUT_PRESET_NAMES.map((preset) => ({ value: preset, label: t(`layouts:presets.${preset}`) })),
          },
          { group: t('layouts:own'), items: saved.map(({ name }) => ({ value: `own ${name}`, label: name })) },
        ]}
        onChange={choose}
      />
      <ChoiceField
        label={t('layouts:kind')}
        data={LAYOUT_KINDS.map((kind) => ({ value: kind, label: t(`layouts:kinds.${kind}`) }))}
        {...form.field('kind')}
      />
      {values.kind === 'lines' ? (
        <>
          <TextInput
            ref={line}
            classNames={{ input: 'mono' }}
            label={t('layouts:line')}
            spellCheck={false}
            maxLength={1_000}
            {...form.input('line')}
          />
          <Group gap={4} aria-label={t('layouts:insert')} role="group">
            {LAYOUT_FIELDS.map((field) => (
              <Button
                key={field}
                size="compact-xs"
                title={t(`layouts:fields.${field}`)}
                onClick={() => insert(`{${field}}`)}
              >
                {`{${field}}`}
              </Button>
            ))}
          </Group>
          <ChoiceField
            label={t('layouts:values')}
            description={t(`layouts:valuesHelp.${values.values}`)}
            data={VALUE_FORMS.map((value) => ({ value, label: t(`layouts:valueForms.${value}`) }))}
            {...form.field('values')}
          />
          <Textarea
            label={t('layouts:head')}
            autosize
            minRows={1}
            maxRows={3}
            maxLength={1_000}
            {...form.input('head')}
          />
        </>
      ) : (
        <Checkbox.Group
          label={t('layouts:columns')}
          error={form.problem('fields')}
          value={[...values.fields]}
          onChange={(chosen) => form.change({ fields: LAYOUT_FIELDS.filter((field) => chosen.includes(field)) })}
        >
          <Group gap="8px 16px" mt={6}>
            {LAYOUT_FIELDS.map((field) => (
              <Checkbox key={field} value={field} label={t(`layouts:fields.${field}`)} />
            ))}
          </Group>
        </Checkbox.Group>
      )}
      <Group gap={8} align="flex-end">
        <TextInput
          flex={1}
          label={t('layouts:name')}
          placeholder={t('layouts:namePlaceholder')}
          maxLength={100}
          {...form.input('name')}
        />
        <Button disabled={form.busy || values.name.trim() === ''} onClick={() => void keep()}>
          {own === undefined ? t('layouts:keep') : t('layouts:replace')}
        </Button>
        {own === undefined ? null : (
          <Button variant="subtle" color="gray" disabled={form.busy} onClick={() => void remove(own.id)}>
            {t('common:words.remove')}
          </Button>
        )}
      </Group>
      {read.ok ? <LayoutPreview source={source} layout={read.value} /> : null}
      <ErrorNotice error={form.error} />
      <DialogFoot>
        <Button onClick={closeLayouts} disabled={form.busy}>
          {t('common:actions.cancel')}
        </Button>
        <Button leftSection={<IconCopy size={15} aria-hidden />} disabled={form.busy} onClick={() => void copy()}>
          {t('copy')}
        </Button>
        <Button
          type="submit"
          variant="filled"
          leftSection={<IconDeviceFloppy size={15} aria-hidden />}
          loading={form.busy}
        >
          {t('layouts:save')}
        </Button>
      </DialogFoot>
    </Form>
  );
};

/** The dialog for the layouts of other tools and of the reseller's own. */
export const LayoutDialog = () => {
  const { t } = useTranslation('layouts');
  const open = useOpenLayouts((state) => state.open);
  const saved = useQuery('layouts.list', open === null ? null : {}, ['layouts.changed']);
  // A dialog that opens before its fields are there would take the focus itself, with a ring around all of it.
  const isRead = saved.value !== undefined || saved.error !== undefined;
  if (open === null || !isRead) return null;
  return (
    <FormDialog opened title={t('titleFor', { title: open.title })} size={680} onClose={closeLayouts}>
      <Answer query={saved}>{(layouts) => <LayoutForm source={open.source} saved={layouts} />}</Answer>
    </FormDialog>
  );
};
