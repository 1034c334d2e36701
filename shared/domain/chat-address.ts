/** The part of a client from which the address of the chat follows. */
interface ChatPartner {
  readonly messengerId: number;
  readonly clientKey: string;
  readonly name: string;
}

/** A user name of Telegram, alone or in its usual notations. The whole text has to be one: names are only guesses. */
const USER_NAME = /^(?:@|(?:https:\/\/)?t\.me\/)([a-z][a-z0-9_]{3,31})$/i;

/** The only addresses of chats that are opened: of people, and of bots with a start code. Everything else could start another program. */
const ADDRESS =
  /^(?:tg:\/\/user\?id=[1-9][0-9]{0,15}|https:\/\/t\.me\/[a-z][a-z0-9_]{3,31}(?:\?start=[a-z0-9_-]{1,64})?)$/i;

/** Whether the main process may open this address as a chat. */
export const isChatAddress = (address: string): boolean => ADDRESS.test(address);

const userNameIn = (text: string): string | undefined => USER_NAME.exec(text.trim())?.[1];

/**
 * Returns the address of the chat with a client in Telegram: by the user name if the client's name or key is one, else
 * by the messenger id. `null` for a group, whose id is negative, and for 0.
 */
export const chatAddressOf = ({ messengerId, clientKey, name }: ChatPartner): string | null => {
  const userName = userNameIn(name) ?? userNameIn(clientKey);
  const address = userName === undefined ? `tg://user?id=${messengerId}` : `https://t.me/${userName}`;
  return isChatAddress(address) ? address : null;
};
