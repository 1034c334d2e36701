import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { KEPT_FILES } from '#shared/domain/scheduled-lists.ts';
import { callOrTell } from '../../ui/call-or-tell.ts';
import { FolderField } from '../../ui/folder-field.tsx';
import { NumberField } from '../../ui/number-field.tsx';

export interface ChosenFolder {
  /** `null` keeps the folder of the stored schedule. */
  readonly folderId: number | null;
  /** The path; empty if none is chosen. */
  readonly folder: string;
}

interface FolderFieldsProps {
  readonly folder: ChosenFolder;
  readonly onFolder: (chosen: ChosenFolder) => void;
  /** The number as typed; `null` keeps all files. */
  readonly keep: string | null;
  readonly onKeep: (keep: string | null) => void;
  readonly problem: (field: string) => string | undefined;
}

const FIRST_KEPT = '7';

/** Chooses the folder of the files, and how many of them to keep. */
export const FolderFields = ({ folder: { folder }, onFolder, keep, onKeep, problem }: FolderFieldsProps) => {
  const { t } = useTranslation('scheduledLists');
  const choose = async () => {
    const chosen = await callOrTell('scheduledLists.chooseFolder', { scheduleId: null });
    if (chosen !== undefined && chosen !== null) onFolder(chosen);
  };
  return (
    <>
      <FolderField label={t('form.folder')} folder={folder} onChoose={() => void choose()} error={problem('folder')} />
      <Switch
        label={t('form.tidy')}
        description={t('form.tidyHint')}
        checked={keep !== null}
        onChange={(event) => onKeep(event.currentTarget.checked ? FIRST_KEPT : null)}
      />
      {keep === null ? null : (
        <NumberField
          label={t('form.keep')}
          w={260}
          min={KEPT_FILES.min}
          max={KEPT_FILES.max}
          value={keep}
          error={problem('keep')}
          onChange={onKeep}
        />
      )}
    </>
  );
};
