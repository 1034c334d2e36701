import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import { IconChevronDown, IconClipboardText, IconDownload, IconPlus, IconUpload } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { openImport, startPasting } from './import-store.ts';
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

const PasteIcon = () => <IconClipboardText size={15} aria-hidden />;

/** The import from a file, and behind the arrow the other way to bring a table. */
const ImportButtons = () => {
  const { t } = useTranslation('clients');
  return (
    <Button.Group>
      <ImportButton />
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label={t('moreImports')} title={t('moreImports')}>
            <IconChevronDown size={15} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<PasteIcon />} onClick={startPasting}>
            {t('paste')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
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

const PasteButton = () => {
  const { t } = useTranslation('clients');
  return (
    <Button leftSection={<PasteIcon />} onClick={startPasting}>
      {t('paste')}
    </Button>
  );
};

/** The first steps for an empty list. */
export const FirstClientSteps = (props: AddProps) => (
  <Group gap={8}>
    <AddButton {...props} />
    <ImportButton />
    <PasteButton />
  </Group>
);

/** The actions on the whole list, beside its title. */
export const HeadActions = memo(({ onExport, ...add }: AddProps & { readonly onExport: () => void }) => {
  const { t } = useTranslation('clients');
  return (
    <>
      <RefreshAllButton />
      <ImportButtons />
      <Button leftSection={<IconDownload size={15} aria-hidden />} onClick={() => onExport()}>
        {t('export')}
      </Button>
      <AddButton {...add} />
    </>
  );
});
