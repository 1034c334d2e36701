import { ActionIcon, Button, Popover, TextInput } from '@mantine/core';
import { IconBookmark, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Preset, Recipe } from '#shared/contract/lists.ts';
import { call } from '../../bridge/desk.ts';
import { useAction } from '../../bridge/use-action.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { asTyped } from '../../ui/form/form-state.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { Form } from '../../ui/form.tsx';
import { doneToast, errorToast, undoToast } from '../../ui/undo-toast.tsx';
import { ChangedBy, useChanges } from '../shared-desk/changed-by.tsx';
import styles from './preset-bar.module.css';
import { type RecipeDraft, recipeOf } from './recipe-draft.ts';

interface PresetBarProps {
  /** The recipe in the form. */
  readonly recipe: RecipeDraft;
  /** Fills the form. */
  readonly onApply: (recipe: Recipe) => void;
}

/** Lists named recipes. One click fills the form, and the current recipe can be saved under a name. */
export const PresetBar = ({ recipe: typed, onApply }: PresetBarProps) => {
  const { t } = useTranslation('generator');
  const [opened, setOpened] = useState(false);
  const presets = useQuery('lists.presets', {});
  const remove = useAction('lists.removePreset');
  const known = presets.value ?? [];
  const changeOf = useChanges(
    'preset',
    known.map(({ id }) => id),
  );

  const apply = (preset: Preset) => {
    onApply(preset.recipe);
    setOpened(false);
    doneToast(t('presets.applied', { name: preset.name }));
  };
  const bringBack = async ({ name, recipe }: Preset) => {
    await call('lists.savePreset', { name, recipe });
    presets.reload();
  };
  const removeOne = async (preset: Preset) => {
    const result = await remove.run({ presetId: preset.id });
    presets.reload();
    if (!result.ok) errorToast(result.error);
    else undoToast(t('presets.removed', { name: preset.name }), () => void bringBack(preset));
  };

  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={340} trapFocus>
      <Popover.Target>
        <Button
          leftSection={<IconBookmark size={15} aria-hidden />}
          aria-haspopup="dialog"
          aria-expanded={opened}
          onClick={() => {
            // A colleague may have saved a preset since.
            presets.reload();
            setOpened(!opened);
          }}
        >
          {t('presets.label')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('presets.label')}>
        <ErrorNotice error={presets.error} />
        {known.length === 0 ? (
          <p className={styles.empty}>{t('presets.empty')}</p>
        ) : (
          <ul className={styles.list}>
            {known.map((preset) => (
              <li key={preset.id} className={styles.item}>
                <div className={styles.preset}>
                  <button
                    type="button"
                    className={`${styles.apply} clip`}
                    aria-label={t('presets.apply', { name: preset.name })}
                    onClick={() => apply(preset)}
                  >
                    {preset.name}
                  </button>
                  <ChangedBy change={changeOf(preset.id)} />
                </div>
                <ActionIcon
                  aria-label={t('presets.remove', { name: preset.name })}
                  onClick={() => void removeOne(preset)}
                >
                  <IconX size={14} aria-hidden />
                </ActionIcon>
              </li>
            ))}
          </ul>
        )}
        <SaveForm names={known.map(({ name }) => name)} recipe={typed} onEnd={presets.reload} />
      </Popover.Dropdown>
    </Popover>
  );
};

interface SaveFormProps {
  readonly names: readonly string[];
  readonly recipe: RecipeDraft;
  /** The preset was saved or refused. */
  readonly onEnd: () => void;
}

const SaveForm = ({ names, recipe, onEnd }: SaveFormProps) => {
  const { t } = useTranslation('generator');
  const form = useForm({ initial: { name: '' }, read: asTyped });
  const submit = async () => {
    await form.submit(
      ({ name }) => call('lists.savePreset', { name: name.trim(), recipe: recipeOf(recipe) }),
      (_, { name }) => {
        form.reset();
        doneToast(t('presets.saved', { name: name.trim() }));
      },
    );
    onEnd();
  };
  return (
    <Form ref={form.ref} gap={8} onSubmit={submit}>
      <TextInput aria-label={t('presets.name')} placeholder={t('presets.namePlaceholder')} {...form.input('name')} />
      <Button type="submit" fullWidth loading={form.busy}>
        {names.includes(form.values.name.trim()) ? t('presets.replace') : t('presets.save')}
      </Button>
    </Form>
  );
};
