import { ActionIcon, Button, Popover, TextInput } from '@mantine/core';
import { IconBookmark, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Preset, Recipe } from '#shared/contract/lists.ts';
import { useAction } from '../../bridge/use-action.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { fieldProblem } from '../../i18n/describe-error.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
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
  const save = useAction('lists.savePreset');
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
  const saveAs = async (name: string, recipe = recipeOf(typed)) => {
    const result = await save.run({ name, recipe });
    presets.reload();
    return result.ok;
  };
  const removeOne = async (preset: Preset) => {
    const result = await remove.run({ presetId: preset.id });
    presets.reload();
    if (!result.ok) errorToast(result.error);
    else undoToast(t('presets.removed', { name: preset.name }), () => void saveAs(preset.name, preset.recipe));
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
        <SaveForm
          names={known.map(({ name }) => name)}
          busy={save.busy}
          problem={fieldProblem(save.error, 'name')}
          onSave={async (name) => {
            const saved = await saveAs(name);
            if (saved) doneToast(t('presets.saved', { name }));
            return saved;
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
};

interface SaveFormProps {
  readonly names: readonly string[];
  readonly busy: boolean;
  readonly problem: string | undefined;
  readonly onSave: (name: string) => Promise<boolean>;
}

const SaveForm = ({ names, busy, problem, onSave }: SaveFormProps) => {
  const { t } = useTranslation('generator');
  const [name, setName] = useState('');
  const submit = () => {
    void onSave(name.trim()).then((saved) => {
      if (saved) setName('');
    });
  };
  return (
    <Form gap={8} onSubmit={submit}>
      <TextInput
        aria-label={t('presets.name')}
        placeholder={t('presets.namePlaceholder')}
        value={name}
        error={problem}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" fullWidth loading={busy}>
        {names.includes(name.trim()) ? t('presets.replace') : t('presets.save')}
      </Button>
    </Form>
  );
};
