import { clientText, forClientTexts } from './client-fields.ts';
import type { CsvColumn } from './csv-columns.ts';

/** The column that a header names, and the rank of the match: 0 is the app's own header. */
interface NamedColumn {
  readonly column: CsvColumn;
  readonly rank: number;
}

/** The app's own headers and unambiguous ones rank up to this. They are trusted whatever the column contains. */
export const EXACT_RANK = 1;

/** Headers that other programs write, in lower case without spaces and punctuation; the most specific ones first. */
const ID_WORDS: readonly (readonly string[])[] = [
  ['messengerid', 'idвмессенджере', 'idмессенджера'],
  [
    'telegramid',
    'telegramuserid',
    'telegramchatid',
    'tgid',
    'tguserid',
    'tgchatid',
    'idтелеграм',
    'idтелеграма',
    'телеграмid',
    'тгid',
    'idтг',
  ],
  [
    'messenger',
    'telegram',
    'telega',
    'tg',
    'chatid',
    'userid',
    'uid',
    'мессенджер',
    'телеграм',
    'телеграмм',
    'телега',
    'тг',
    'idпользователя',
    'idчата',
  ],
  ['id', 'идентификатор', 'ид', 'айди'],
];
const KEY_WORDS: readonly (readonly string[])[] = [
  ['clientkey', 'ключклиента'],
  ['key', 'ключ'],
  ['login', 'username', 'account', 'clientid', 'externalid', 'логин', 'аккаунт', 'idклиента', 'кодклиента', 'код'],
  // 3x-ui names its clients by this column; in a file with names of accounts it is only a contact.
  ['email', 'emailaddress', 'почта'],
];
const TAG_WORDS = [
  'tags',
  'tag',
  'labels',
  'label',
  'group',
  'groups',
  'метки',
  'метка',
  'теги',
  'тег',
  'тэги',
  'группа',
  'группы',
];
const TEXT_WORDS = forClientTexts((name) => clientText(name).headers);
/** `expire` is Marzban's, `expiryTime` 3x-ui's, `expireAt` Remnawave's; the others are those of shop bots. */
const PAID_UNTIL_WORDS = [
  'paiduntil',
  'paidtill',
  'expire',
  'expires',
  'expireat',
  'expiresat',
  'expiry',
  'expirytime',
  'expirydate',
  'expiredate',
  'expirationdate',
  'validuntil',
  'enddate',
  'dateend',
  'subscriptionend',
  'subscriptionuntil',
  'оплаченодо',
  'действуетдо',
  'подпискадо',
  'окончание',
  'датаокончания',
  'срокдействия',
  'истекает',
];
const MONEY_WORDS = {
  debt: ['debt', 'owes', 'balancedue', 'долг', 'должен', 'задолженность'],
  prices: ['prices', 'ownprices', 'цены', 'своицены'],
} as const;

const ranked = (column: CsvColumn, words: readonly (readonly string[])[]) =>
  words.flatMap((some, rank) => some.map((word) => [word, { column, rank }] as const));

const BY_HEADER: ReadonlyMap<string, NamedColumn> = new Map([
  ...ranked('messengerId', ID_WORDS),
  ...ranked('clientKey', KEY_WORDS),
  ...ranked('tags', [TAG_WORDS]),
  ...(Object.keys(TEXT_WORDS) as (keyof typeof TEXT_WORDS)[]).flatMap((name) => ranked(name, [TEXT_WORDS[name]])),
  ...ranked('paidUntil', [PAID_UNTIL_WORDS]),
  ...(Object.keys(MONEY_WORDS) as (keyof typeof MONEY_WORDS)[]).flatMap((name) => ranked(name, [MONEY_WORDS[name]])),
]);

/** Stems and whole words that refer to a messenger, to an id, and to their context: `ID клиента в Telegram`. */
const MESSENGER_STEMS = ['telegram', 'телеграм', 'телег', 'messenger', 'мессендж'];
const MESSENGERS = new Set(['tg', 'тг']);
const IDS = new Set(['id', 'ид', 'айди', 'идентификатор', 'identifier']);
const BESIDE = new Set([
  'user',
  'chat',
  'client',
  'customer',
  'number',
  'in',
  'the',
  'of',
  'numeric',
  'digits',
  'пользователя',
  'чата',
  'клиента',
  'номер',
  'в',
  'цифры',
  'цифрами',
  'числом',
  'число',
  'числовой',
]);

/** Stems of headers for other numbers. Such a column is never taken for ids. */
const OTHER_STEMS = [
  'phone',
  'mobile',
  'whatsapp',
  'balance',
  'amount',
  'price',
  'total',
  'spent',
  'payment',
  'date',
  'created',
  'updated',
  'expire',
  'days',
  'month',
  'count',
  'traffic',
  'limit',
  'телефон',
  'баланс',
  'сумм',
  'цен',
  'стоимост',
  'итог',
  'оплат',
  'платеж',
  'дат',
  'создан',
  'срок',
  'дней',
  'дни',
  'месяц',
  'количеств',
  'трафик',
  'лимит',
  'возраст',
  'строк',
  'порядк',
];
const OTHERS = new Set(['tel', 'sum', 'age', 'row', 'line', 'paid', 'used', 'тел', 'моб', 'кол']);

/** A longer cell is a text and no header. */
const MAX_HEADER_LENGTH = 300;

/** Returns the words of a header in lower case; none if the cell is too long for a header. */
const wordsOf = (cell: string): readonly string[] =>
  cell.length > MAX_HEADER_LENGTH
    ? []
    : cell
        .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
        .toLowerCase()
        .replaceAll('ё', 'е')
        .split(/[^\p{L}\p{N}]+/u)
        .filter((word) => word !== '');

const beginsAsOneOf = (word: string, stems: readonly string[]): boolean => stems.some((stem) => word.startsWith(stem));

const isMessenger = (word: string): boolean => MESSENGERS.has(word) || beginsAsOneOf(word, MESSENGER_STEMS);

/** Returns the column that a header names, judging by its words alone; `null` if they are unknown. */
export const columnNamedBy = (header: string): NamedColumn | null => {
  const words = wordsOf(header);
  const known = BY_HEADER.get(words.join(''));
  if (known !== undefined) return known;
  const isOfMessenger = words.some(isMessenger);
  if (!isOfMessenger || !words.every((word) => isMessenger(word) || IDS.has(word) || BESIDE.has(word))) return null;
  return { column: 'messengerId', rank: words.some((word) => IDS.has(word)) ? EXACT_RANK : 2 };
};

/** Returns whether a header names a number other than a client's id. */
export const namesOtherNumber = (header: string): boolean =>
  wordsOf(header).some((word) => OTHERS.has(word) || beginsAsOneOf(word, OTHER_STEMS));

/** Headers of line numbers: `№`, `#`, `No.`, `п/п`. */
const LINE_NUMBERS = new Set(['№', '#', 'no', 'n', '№пп', 'пп', 'npp', 'нпп']);

/** Returns whether a header names a column of line numbers. */
export const namesLineNumber = (header: string): boolean =>
  LINE_NUMBERS.has(header.toLowerCase().replace(/[\s./\\]/g, ''));
