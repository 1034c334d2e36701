import { Button, Group, Stack } from '@mantine/core';
import { IconBrandTelegram, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProcedureOutput } from '#shared/contract/index.ts';
import type { TelegramState } from '#shared/contract/telegram.ts';
import { useAction } from '../../bridge/use-action.ts';
import { SettingRow } from '../../parts/settings/setting-row.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { doneToast } from '../../ui/undo-toast.tsx';

/** Connects the reseller's own chat by a link that is opened in Telegram. */
export const OwnChatRow = ({ chat }: Pick<TelegramState, 'chat'>) => {
  const { t } = useTranslation('telegram');
  const [link, setLink] = useState<ProcedureOutput<'telegram.connectChat'>>();
  const connect = useAction('telegram.connectChat');
  const disconnect = useAction('telegram.disconnectChat');
  const onConnect = async () => {
    const result = await connect.run({});
    if (result.ok) setLink(result.value);
  };
  const onDisconnect = async () => {
    setLink(undefined);
    await disconnect.run({});
  };
  return (
    <SettingRow label={t('chat.label')} help={t('chat.help')}>
      {(ids) => (
        <Stack gap={8} align="flex-start">
          {chat === null ? (
            <Button
              aria-describedby={ids['aria-describedby']}
              leftSection={<IconBrandTelegram size={15} aria-hidden />}
              loading={connect.busy}
              onClick={() => void onConnect()}
            >
              {t(link === undefined ? 'chat.connect' : 'chat.again')}
            </Button>
          ) : (
            <Group gap={12} mih={28}>
              <StatusChip tone="ok" label={t('client.connected')} />
              <output {...ids}>
                <bdi style={{ overflowWrap: 'anywhere' }}>{chat.name}</bdi>
              </output>
              <Button
                size="compact-sm"
                variant="subtle"
                color="gray"
                loading={disconnect.busy}
                onClick={() => void onDisconnect()}
              >
                {t('chat.disconnect')}
              </Button>
            </Group>
          )}
          {chat !== null || link === undefined ? null : (
            <Notice
              tone="info"
              live="status"
              actions={
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="gray"
                  leftSection={<IconCopy size={13} aria-hidden />}
                  onClick={() => {
                    if (copyText(link.address)) doneToast(t('chat.copied'));
                  }}
                >
                  {t('chat.copy')}
                </Button>
              }
            >
              {t(link.isOpened ? 'chat.opened' : 'chat.notOpened')}
            </Notice>
          )}
          <ErrorNotice error={connect.error ?? disconnect.error} />
        </Stack>
      )}
    </SettingRow>
  );
};
