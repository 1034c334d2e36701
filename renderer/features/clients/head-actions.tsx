import { Button, Group } from '@mantine/core';
import { IconDownload, IconPlus, IconUpload } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { openImport } from './import-store.ts';
import { RefreshAllButton } from './refresh-all-button.tsx';

interface AddProps {
  /** The form is open, and its own button is the one to press. */
  readonly adding: boolean;
  readonly onAdd: () => void;
}

const ImportButton = () => {
  const { t } = useTranslation('clients');
  return (
    <Button leftSection={<IconUpload size={15} aria-hidden />} onClick={() => void openImport()}>
      {t('import')}
    </Button>
  );
};

const AddButton = ({ adding, onAdd }: AddProps) => {
  const { t } = useTranslation('clients');
  return (
    <Button
      variant={adding ? 'default' : 'filled'}
      leftSection={<IconPlus size={15} aria-hidden />}
      onClick={() => onAdd()}
    >
      {t('add')}
    </Button>
  );
};

/** The first steps for an empty list. */
export const FirstClientSteps = (props: AddProps) => (
  <Group gap={8}>
    <AddButton {...props} />
    <ImportButton />
  </Group>
);

/** The actions on the whole list, beside its title. */
export const HeadActions = memo(({ onExport, ...add }: AddProps & { readonly onExport: () => void }) => {
  const { t } = useTranslation('clients');
  return (
    <>
      <RefreshAllButton />
      <ImportButton />
      <Button leftSection={<IconDownload size={15} aria-hidden />} onClick={() => onExport()}>
        {t('export')}
      </Button>
      <AddButton {...add} />
    </>
  );
});
