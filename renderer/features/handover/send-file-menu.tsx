import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconFile } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { HandoverOptions } from '#shared/contract/handover.ts';
import type { ProcedureInput } from '#shared/contract/index.ts';
import { chatLabel, type TelegramChat } from '../../parts/telegram/use-client-chat.ts';

type Sent = ProcedureInput<'handover.sendFile'>;

interface SendFileMenuProps {
  /** The chat that can be written to; without one there is no button. */
  readonly chat: TelegramChat | null;
  readonly pack: Pick<Sent, 'uuids' | 'listIds' | 'dedicated'>;
  readonly lists: HandoverOptions['lists'];
  readonly busy: boolean;
  readonly disabled: boolean;
  readonly onSend: (chat: TelegramChat, file: Sent['file']) => void;
}

/** Sends one file of the chosen goods to the client's chat with the bot, and names the owner of the chat. */
export const SendFileMenu = ({ chat, pack, lists, busy, disabled, onSend }: SendFileMenuProps) => {
  const { t } = useTranslation('telegram');
  const chosen = lists.filter(({ id }) => pack.listIds.includes(id));
  const hasPage = pack.uuids.length > 0 || chosen.length > 0 || pack.dedicated;
  if (chat === null || !hasPage) return null;
  return (
    <Menu position="top-end">
      <Menu.Target>
        <Button
          leftSection={<IconFile size={15} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          loading={busy}
          disabled={disabled}
        >
          {t('send.file')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={t('send.file')}>
        <Menu.Label>{t('send.help', { name: chatLabel(chat) })}</Menu.Label>
        <Menu.Item onClick={() => onSend(chat, { of: 'page' })}>{t('send.page')}</Menu.Item>
        {chosen.map(({ id: listId, title }) => (
          <Menu.Item key={listId} onClick={() => onSend(chat, { of: 'list', listId })}>
            <bdi>{title}</bdi>
          </Menu.Item>
        ))}
        {pack.dedicated ? (
          <Menu.Item onClick={() => onSend(chat, { of: 'dedicated' })}>{t('send.dedicated')}</Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
};
