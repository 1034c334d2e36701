import { useTranslation } from 'react-i18next';
import { useAction } from '../../bridge/use-action.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { doneToast, errorToast } from '../../ui/undo-toast.tsx';

/** The chat of a client with the bot of the open account, and its actions (docs/telegram.md). */
export const useClientChat = (clientId: number) => {
  const { t } = useTranslation('telegram');
  const { value, error } = useQuery('telegram.client', { clientId }, ['telegram.changed']);
  const invite = useAction('telegram.invite');
  const disconnect = useAction('telegram.disconnectClient');
  return {
    /** `undefined` while it is not known. */
    state: value,
    /** Why it could not be read. */
    error,
    /** The chat to which something can be sent now; `null` if there is none. */
    open: value?.chat?.isBlocked === false ? value.chat : null,
    isBusy: invite.busy || disconnect.busy,
    invite: async (): Promise<void> => {
      const result = await invite.run({ clientId });
      if (result.ok) doneToast(t('client.invited'));
      else errorToast(result.error);
    },
    disconnect: async (): Promise<void> => {
      const result = await disconnect.run({ clientId });
      if (result.ok) doneToast(t('client.disconnected'));
      else errorToast(result.error);
    },
  };
};

/** A chat of a client to which something can be sent. */
export type TelegramChat = NonNullable<ReturnType<typeof useClientChat>['open']>;

/** Names the owner of a chat. Only a user name has an `@`, so that no free name can look like one. */
export const chatLabel = ({ name, userName }: { readonly name: string; readonly userName: string }): string => {
  const free = name.replaceAll('@', '').trim();
  if (userName === '') return free;
  return free === '' ? `@${userName}` : `@${userName} (${free})`;
};
