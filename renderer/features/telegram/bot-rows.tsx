import { Button, Group, Stack, Switch } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TelegramState } from '#shared/contract/telegram.ts';
import { useAction } from '../../bridge/use-action.ts';
import { describeError, fieldProblem } from '../../i18n/describe-error.ts';
import { SettingRow } from '../../parts/settings/setting-row.tsx';
import { useSavedMark } from '../../parts/settings/use-saved-mark.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { confirmed } from '../../ui/question-store.ts';
import { StatusChip } from '../../ui/status-chip.tsx';
import { doneToast } from '../../ui/undo-toast.tsx';
import { OwnChatRow } from './own-chat-row.tsx';
import { TimeField } from './time-field.tsx';

interface BotRowsProps extends Omit<TelegramState, 'bot'> {
  readonly bot: NonNullable<TelegramState['bot']>;
}

/** Shows the connected bot, the reseller's chat, and what is sent there. */
export const BotRows = ({ bot, problem, chat, clients, ...terms }: BotRowsProps) => {
  const { t } = useTranslation('telegram');
  const disconnect = useAction('telegram.disconnect');
  const onDisconnect = async () => {
    const isSure = await confirmed(() => ({
      title: t('bot.ask'),
      text: [t('bot.askText')],
      confirmLabel: t('bot.disconnect'),
    }));
    if (isSure && (await disconnect.run({})).ok) doneToast(t('bot.disconnected'));
  };
  return (
    <>
      <SettingRow label={t('bot.label')} help={t('bot.help')}>
        {(ids) => (
          <Stack gap={8} align="flex-start">
            <Group gap={12} mih={28}>
              <output {...ids} className="selectable">
                @{bot.userName}
              </output>
              {problem === null ? <StatusChip tone="ok" label={t('bot.works')} /> : null}
            </Group>
            {problem === null ? null : <Notice tone="warn">{t(`problems.${problem}`)}</Notice>}
            {clients === 0 ? null : <p className="note">{t('bot.clients', { count: clients })}</p>}
            <Button
              variant="subtle"
              color="red"
              className="flush-start"
              loading={disconnect.busy}
              onClick={() => void onDisconnect()}
            >
              {t('bot.disconnect')}
            </Button>
            <ErrorNotice error={disconnect.error} />
          </Stack>
        )}
      </SettingRow>
      <OwnChatRow chat={chat} />
      {chat === null ? null : <SentRows {...terms} />}
    </>
  );
};

type Terms = Pick<TelegramState, 'sendsAlerts' | 'sendsSummary' | 'summaryTime'>;

const SentRows = (terms: Terms) => {
  const { t } = useTranslation('telegram');
  const update = useAction('telegram.update');
  const [failed, setFailed] = useState<keyof Terms>();
  const mark = useSavedMark();
  const [saved, setSaved] = useState<keyof Terms>();
  const save = async (name: keyof Terms, change: Partial<Terms>) => {
    const result = await update.run({ ...terms, ...change });
    setFailed(result.ok ? undefined : name);
    setSaved(name);
    mark.show(result.ok);
    return result.ok ? undefined : result.error;
  };
  const errorAt = (name: keyof Terms) => {
    if (failed !== name || update.error === undefined) return undefined;
    return fieldProblem(update.error, name) ?? describeError(update.error);
  };
  const isSaved = (name: keyof Terms) => mark.shown && saved === name;
  return (
    <>
      <SettingRow label={t('alerts.label')} help={t('alerts.help')} saved={isSaved('sendsAlerts')}>
        {(ids) => (
          <Switch
            {...ids}
            mt={6}
            checked={terms.sendsAlerts}
            error={errorAt('sendsAlerts')}
            onChange={(event) => void save('sendsAlerts', { sendsAlerts: event.currentTarget.checked })}
          />
        )}
      </SettingRow>
      <SettingRow label={t('summary.label')} help={t('summary.help')} saved={isSaved('sendsSummary')}>
        {(ids) => (
          <Switch
            {...ids}
            mt={6}
            checked={terms.sendsSummary}
            error={errorAt('sendsSummary')}
            onChange={(event) => void save('sendsSummary', { sendsSummary: event.currentTarget.checked })}
          />
        )}
      </SettingRow>
      {terms.sendsSummary ? (
        <SettingRow label={t('summary.time')} help={t('summary.timeHelp')} saved={isSaved('summaryTime')}>
          {(ids) => (
            <TimeField
              {...ids}
              stored={terms.summaryTime}
              error={errorAt('summaryTime')}
              onSave={(summaryTime) => save('summaryTime', { summaryTime })}
              onEdit={() => setFailed(undefined)}
            />
          )}
        </SettingRow>
      ) : null}
    </>
  );
};
