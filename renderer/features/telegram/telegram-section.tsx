import { useQuery } from '../../bridge/use-query.ts';
import { SettingsSection } from '../../parts/settings/setting-row.tsx';
import { Answer } from '../../ui/answer.tsx';
import { BotRows } from './bot-rows.tsx';
import { BotTokenRow } from './bot-token-row.tsx';

/** Connects the reseller's own bot, and chooses what it sends (docs/telegram.md). */
export const TelegramSection = () => {
  const state = useQuery('telegram.state', {}, ['telegram.changed']);
  return (
    <SettingsSection name="telegram">
      <Answer query={state} height={64}>
        {({ bot, ...rest }) => (
          <>
            {bot === null ? null : <BotRows bot={bot} {...rest} />}
            {/* A new token of the same bot keeps its chats. */}
            {bot === null || rest.problem === 'token' || rest.problem === 'no-token' ? <BotTokenRow /> : null}
          </>
        )}
      </Answer>
    </SettingsSection>
  );
};
