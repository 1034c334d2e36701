import { Modal, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { KeyHint } from '../ui/key-hint.tsx';
import { showShortcuts, useLayout } from './layout-store.ts';

const SHORTCUTS = [
  ['screens', ['Ctrl+1', 'Ctrl+9']],
  ['palette', ['Ctrl+K']],
  ['search', ['Ctrl+F']],
  ['history', ['Alt+←', 'Alt+→']],
  ['grid', ['↑', '↓', 'J', 'K', 'PgUp', 'PgDn', 'Home', 'End']],
  ['open', ['Enter']],
  ['select', ['Space', 'X', 'Shift+↑', 'Shift+↓']],
  ['selectAll', ['Ctrl+A']],
  ['copyRows', ['Ctrl+C']],
  ['card', ['R', 'T', 'L', 'Q', 'H', 'M']],
  ['edit', ['E']],
  ['editCell', ['F2']],
  ['pay', ['Ctrl+Enter']],
  ['remove', ['Delete']],
  ['menu', ['Shift+F10']],
  ['undo', ['Ctrl+Z']],
  ['toasts', ['F6']],
  ['headers', ['←', '→']],
  ['width', ['Shift+←', 'Shift+→']],
  ['move', ['Ctrl+Shift+←', 'Ctrl+Shift+→']],
  ['pane', ['←', '→']],
  ['zoom', ['Ctrl++', 'Ctrl+-', 'Ctrl+0']],
  ['fullScreen', ['F11']],
  ['quit', ['Ctrl+Q']],
  ['escape', ['Esc']],
  ['help', ['?']],
  ['manual', ['F1']],
] as const;

export const ShortcutsDialog = () => {
  const { t } = useTranslation();
  const opened = useLayout((state) => state.shortcutsOpened);
  return (
    <Modal
      opened={opened}
      onClose={() => showShortcuts(false)}
      title={t('palette.shortcuts')}
      closeButtonProps={{ 'aria-label': t('actions.close') }}
      size={560}
    >
      <Shortcuts />
    </Modal>
  );
};

const Shortcuts = () => {
  const { t } = useTranslation();
  return (
    <Table withRowBorders={false} verticalSpacing={5}>
      <Table.Tbody>
        {SHORTCUTS.map(([name, keys]) => (
          <Table.Tr key={name}>
            <Table.Td>{t(`shortcuts.${name}`)}</Table.Td>
            <Table.Td style={{ textAlign: 'end', whiteSpace: 'nowrap' }}>
              {keys.map((key, index) => (
                <span key={key}>
                  {index === 0 ? '' : name === 'screens' ? ' … ' : ' '}
                  <KeyHint keys={key} />
                </span>
              ))}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
};
