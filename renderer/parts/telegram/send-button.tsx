import { Button } from '@mantine/core';
import { IconBrandTelegram } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { chatLabel, type TelegramChat } from './use-client-chat.ts';

interface SendButtonProps {
  /** The chat that can be written to; without one there is no button. */
  readonly chat: TelegramChat | null;
  readonly busy: boolean;
  readonly disabled: boolean;
  readonly onSend: (chat: TelegramChat) => void;
}

/** Sends the message to the client's chat with the bot, and names the owner of the chat. */
export const SendButton = ({ chat, busy, disabled, onSend }: SendButtonProps) => {
  const { t } = useTranslation('telegram');
  return chat === null ? null : (
    <Button
      leftSection={<IconBrandTelegram size={15} aria-hidden />}
      title={t('send.help', { name: chatLabel(chat) })}
      loading={busy}
      disabled={disabled}
      onClick={() => onSend(chat)}
    >
      {t('send.button')}
    </Button>
  );
};
