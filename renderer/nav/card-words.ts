import { searchWords } from '#shared/domain/fold-text.ts';
import { CARD_ACTIONS, type CardAction } from './card-actions.ts';

/** The words by which people look for an action, in both languages whatever the window speaks. */
export const CARD_WORDS: Readonly<Record<CardAction, string>> = {
  renew:
    'buy renew renewal extend prolong sell month months vpn купить продлить продли продление продать месяц месяцев впн',
  traffic: 'buy traffic gb gigs gigabytes topup top up data гб гиги гигов гигабайты трафик купить докупить долить',
  link: 'link url vpn key ссылка ссылку линк впн',
  qr: 'qr code qr-code куар кьюар кюар код qr-код',
  handover: 'send hand over handover give deliver message выдать выдача передать отправить послать сообщение',
  money: 'money pay paid payment debt owes receive деньги оплата оплатить оплатил платеж долг заплатил аванс',
};

/** The words by which people look for the chat with a client. */
export const CHAT_WORDS = 'chat telegram tg чат телеграм написать';

/** Shorter beginnings of words are names more often than actions. Whole words may be as short as `qr`. */
const LEAST_LETTERS = 3;

/** The actions that a typed word may stand for: those with this word, or one that begins like it. */
const actionsOf = (typed: string): readonly CardAction[] =>
  CARD_ACTIONS.filter((action) =>
    CARD_WORDS[action]
      .split(' ')
      .some((word) => word === typed || (typed.length >= LEAST_LETTERS && word.startsWith(typed))),
  );

/** An amount, such as 5, 1.5 or 1,5. */
const AMOUNT = /^\d{1,5}(?:[.,]\d{1,2})?$/;
/** An amount with its unit, such as 5gb. */
const WITH_UNIT = /^(\d{1,5}(?:[.,]\d{1,2})?)([a-zа-я]+)$/;

export interface CardQuery {
  /** The words that name the client. */
  readonly search: string;
  readonly actions: readonly CardAction[];
  /** A number beside the action: months or GB, as it was typed. */
  readonly amount: string | null;
}

/** A word after a number that makes it an amount. */
const UNIT = /^(?:gb|gigs?|gigabytes?|months?|гб|гиг[а-я]*|мес[а-я]*)$/;

interface Word {
  readonly text: string;
  /** A number before a unit or after the action. Every other number may belong to a name. */
  readonly isAmount: boolean;
}

const readWords = (query: string): readonly Word[] => {
  const texts = searchWords(query).flatMap((word) => {
    const [, number, unit] = WITH_UNIT.exec(word) ?? [];
    return number !== undefined && unit !== undefined && UNIT.test(unit) ? [number, unit] : [word];
  });
  return texts.map((text, index) => {
    const isLast = index === texts.length - 1;
    const isBeforeUnit = UNIT.test(texts[index + 1] ?? '');
    const isAfterAction = isLast && texts.length > 2 && actionsOf(texts[index - 1] ?? '').length > 0;
    return { text, isAmount: AMOUNT.test(text) && (isBeforeUnit || isAfterAction) };
  });
};

/** Takes the words of one action from the front. Returns `null` if there are none. */
const takeAction = (
  words: readonly Word[],
): (Omit<CardQuery, 'search'> & { readonly rest: readonly Word[] }) | null => {
  let actions: readonly CardAction[] = CARD_ACTIONS;
  let amount: string | null = null;
  let taken = 0;
  for (const { text, isAmount } of words) {
    const both = isAmount ? actions : actions.filter((action) => actionsOf(text).includes(action));
    if (both.length === 0) break;
    if (isAmount) amount = text;
    actions = both;
    taken += 1;
  }
  const rest = words.slice(taken);
  return actions.length < CARD_ACTIONS.length ? { actions, amount, rest } : null;
};

/**
 * Reads a client and an action from a text like “anna renew 3” or «продлить анна». The words of the action stand at one
 * end, and all others name the client. `null` if the text names no action or no client.
 */
export const readCardQuery = (query: string): CardQuery | null => {
  const words = readWords(query);
  const atEnd = takeAction(words.toReversed());
  const found = atEnd === null ? takeAction(words) : { ...atEnd, rest: atEnd.rest.toReversed() };
  if (found === null || found.rest.length === 0) return null;
  const { rest, ...action } = found;
  return { ...action, search: rest.map(({ text }) => text).join(' ') };
};

/** Returns the actions that a text such as “renew” or «купить VPN» names while it names no client. */
export const readActionsOfNobody = (query: string): readonly CardAction[] => {
  const found = takeAction(readWords(query));
  return found === null || found.rest.length > 0 ? [] : found.actions;
};
