/** The most UTF-16 code units of one message in Telegram. */
export const MAX_TELEGRAM_TEXT = 4_096;

/** Returns where a text that is too long is cut: after its last line break or space within the limit, never within a character. */
const cutOf = (text: string, max: number): number => {
  const line = text.lastIndexOf('\n', max - 1);
  if (line > 0) return line + 1;
  const space = text.lastIndexOf(' ', max - 1);
  if (space > 0) return space + 1;
  const code = text.charCodeAt(max - 1);
  return code >= 0xd800 && code <= 0xdbff ? max - 1 : max;
};

/**
 * Splits a text into messages, between lines where that is possible. Parts without anything visible are left out, because
 * Telegram refuses them.
 */
export const splitForTelegram = (text: string, max = MAX_TELEGRAM_TEXT): readonly string[] => {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > max) {
    const cut = cutOf(rest, max);
    parts.push(rest.slice(0, cut));
    rest = rest.slice(cut);
  }
  parts.push(rest);
  return parts.map((part) => part.replace(/^\n+/, '').trimEnd()).filter((part) => part !== '');
};
