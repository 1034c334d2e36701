import { Button, Popover } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Preset, Recipe } from '#shared/contract/lists.ts';
import { call } from '../../bridge/desk.ts';
import { useAction } from '../../bridge/use-action.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { SaveByName, SavedNames } from '../../ui/saved-names.tsx';
import { doneToast, errorToast, undoToast } from '../../ui/undo-toast.tsx';
import { ChangedBy, useChanges } from '../shared-desk/changed-by.tsx';
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
        <SavedNames
          label={t('presets.label')}
          items={known}
          empty={t('presets.empty')}
          applyLabel={(name) => t('presets.apply', { name })}
          removeLabel={(name) => t('presets.remove', { name })}
          onApply={apply}
          onRemove={(preset) => void removeOne(preset)}
          below={(preset) => <ChangedBy change={changeOf(preset.id)} />}
        />
        <SaveByName
          names={known.map(({ name }) => name)}
          words={{
            name: t('presets.name'),
            placeholder: t('presets.namePlaceholder'),
            save: t('presets.save'),
            replace: t('presets.replace'),
            saved: (name) => t('presets.saved', { name }),
          }}
          save={(name) => call('lists.savePreset', { name, recipe: recipeOf(typed) })}
          onEnd={presets.reload}
        />
      </Popover.Dropdown>
    </Popover>
  );
};
