import { Button, Group } from '@mantine/core';
import { IconBrandTelegram } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { chatLabel, useClientChat } from './use-client-chat.ts';

/** Shows whether a client is connected with the bot, and invites or disconnects the client. Nothing without a bot. */
export const ClientTelegram = ({ clientId }: { readonly clientId: number }) => {
  const { t } = useTranslation('telegram');
  const format = useFormat();
  const { state, error, isBusy, invite, disconnect } = useClientChat(clientId);
  if (error !== undefined) return <ErrorNotice error={error} apart />;
  if (state?.hasBot !== true) return null;
  const { chat, invitedUntil } = state;
  return (
    <section className="part" aria-label={t('client.label')}>
      <h3>{t('client.label')}</h3>
      {chat === null ? (
        <>
          <p className="note">
            {invitedUntil === null
              ? t('client.inviteHelp')
              : t('client.waiting', { until: format.dateTime(invitedUntil) })}
          </p>
          <Button
            mt={8}
            leftSection={<IconBrandTelegram size={15} aria-hidden />}
            loading={isBusy}
            onClick={() => void invite()}
          >
            {t('client.invite')}
          </Button>
        </>
      ) : (
        <Group gap={12}>
          <StatusChip
            tone={chat.isBlocked ? 'warn' : 'ok'}
            label={t(chat.isBlocked ? 'client.blocked' : 'client.connected')}
          />
          <bdi className="selectable" style={{ overflowWrap: 'anywhere' }}>
            {chatLabel(chat)}
          </bdi>
          <Button size="compact-sm" variant="subtle" color="gray" loading={isBusy} onClick={() => void disconnect()}>
            {t('client.disconnect')}
          </Button>
        </Group>
      )}
    </section>
  );
};
