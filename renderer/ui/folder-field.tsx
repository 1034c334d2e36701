import { Button, Group, Input } from '@mantine/core';
import { IconFolder } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import styles from './folder-field.module.css';

interface FolderFieldProps {
  readonly label: string;
  /** The path; empty if none is chosen. */
  readonly folder: string;
  readonly onChoose: () => void;
  readonly error: string | undefined;
}

/** Shows a folder, and a button that opens the dialog of the OS. */
export const FolderField = ({ label, folder, onChoose, error }: FolderFieldProps) => {
  const { t } = useTranslation('scheduledLists');
  return (
    <Input.Wrapper label={label} error={error} labelElement="div">
      <Group gap={10} wrap="nowrap" mt={6}>
        <Button leftSection={<IconFolder size={15} aria-hidden />} onClick={onChoose}>
          {t('form.choose')}
        </Button>
        <span className={folder === '' ? 'dim' : `${styles.path} selectable`}>
          {folder === '' ? t('form.noFolder') : folder}
        </span>
      </Group>
    </Input.Wrapper>
  );
};
