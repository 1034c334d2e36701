import type { BULK_PROBLEMS, BulkLine } from '../contract/bulk.ts';
import type { ChargeState } from './bulk-run.ts';
import type { Language } from './language.ts';

export interface BulkWords {
  readonly kinds: Readonly<Record<'vpn-renew' | 'dedicated-prolong' | 'traffic', string>>;
  readonly states: Readonly<Record<ChargeState, string>>;
  /** In the place of the state, where it rests on evidence or on the word of the user. */
  readonly marked: Readonly<Record<'doneProbably' | 'doneByHand' | 'goodsMissingByHand' | 'notChargedByHand', string>>;
  readonly problems: Readonly<Record<(typeof BULK_PROBLEMS)[number], string>>;
  /** What has changed since the plan; before and after follow. `together`: another proxy of the same charge. */
  readonly changed: Readonly<Record<'end' | 'together' | 'client', string>>;
  readonly noEnd: string;
  /** What evidence says of a line that was probably not charged. */
  readonly quiet: string;
  readonly quietSince: (moment: string) => string;
  readonly lookAgain: string;
  /** What became of a line that was sent and is not done, and the way on. */
  readonly advice: Readonly<Partial<Record<ChargeState, string>>>;
  /** The way on for a line that cannot be done, where there is one. */
  readonly problemAdvice: Readonly<Partial<Record<(typeof BULK_PROBLEMS)[number], string>>>;
}

/** What the window and the saved report both say of a bulk run. */
export const bulkWordsEn: BulkWords = {
  kinds: {
    'vpn-renew': 'VPN renewal',
    'dedicated-prolong': 'Extending proxies',
    traffic: 'Buying traffic',
  },
  states: {
    waiting: 'To do',
    buying: 'Under way',
    done: 'Done',
    'goods-missing': 'Probably charged, no goods',
    rejected: 'Refused',
    'not-charged': 'Probably not charged',
    unknown: 'Outcome unknown',
    skipped: 'Unknown, skipped',
    cannot: 'Cannot be done',
  },
  marked: {
    doneProbably: 'Probably done',
    doneByHand: 'Marked as charged',
    goodsMissingByHand: 'Marked by you: charged, no goods',
    notChargedByHand: 'Marked as not charged',
  },
  problems: {
    'client-removed': 'The client was removed',
    'no-subscription': 'The client has no subscription',
    'nothing-ending': 'No subscription ends in this time',
    disabled: 'The subscription is disabled',
    'not-read': 'The subscriptions could not be read',
    'outcome-open': 'Held back: the outcome of an earlier purchase of the same is unknown',
    'bought-meanwhile': 'Bought separately since the plan',
    'target-changed': 'Changed since the plan',
    'subscription-gone': 'The service no longer has this subscription',
    'proxy-removed': 'The proxy is no longer in the list',
    'no-service-id': 'The service gave no ID for the proxy',
    'same-proxy': 'The same proxy is selected twice',
    refused: 'The service refused',
    'not-quoted': 'The service gave no price',
  },
  changed: {
    end: 'The end has changed since the plan',
    together: 'The end of a proxy that is paid for together with this one has changed since the plan',
    client: 'The ID or key of the client has changed since the plan',
  },
  noEnd: 'no end',
  quiet: 'No reading has shown a sign of a charge.',
  quietSince: (moment) => `No reading since ${moment} has shown a sign of a charge.`,
  lookAgain: 'That is no proof: open the purchase to look again or to settle it.',
  advice: {
    unknown: 'No clear answer came. Check the outcome: a check pays for nothing.',
    skipped: 'No clear answer came. Open the purchase to check the outcome or to settle it.',
    'not-charged': 'Open the purchase to look again or to correct it.',
    rejected: 'Nothing was charged. Make a new plan once the reason is gone.',
    'goods-missing': 'Open the purchase: it has the text for the support of the service.',
  },
  problemAdvice: {
    'no-subscription': 'Buy one in the card of the client.',
    disabled: 'Ask the support of the service.',
    'not-read': 'Refresh the client and make a new plan.',
    'outcome-open': 'Nothing was sent. Open that purchase to check its outcome or to settle it.',
    'bought-meanwhile': 'Nothing was sent.',
    'target-changed': 'Nothing was sent. Look at it as it is now before you plan it anew.',
    'subscription-gone': 'Refresh the client.',
    refused: 'Try again later, or ask its support.',
    'not-quoted': 'Try again later, or ask its support.',
  },
};

export const bulkWordsRu: BulkWords = {
  kinds: {
    'vpn-renew': 'Продление VPN',
    'dedicated-prolong': 'Продление прокси',
    traffic: 'Покупка трафика',
  },
  states: {
    waiting: 'Ожидает',
    buying: 'Выполняется',
    done: 'Выполнено',
    'goods-missing': 'Видимо, оплачено, товара нет',
    rejected: 'Отказ',
    'not-charged': 'Вероятно, не списано',
    unknown: 'Исход неизвестен',
    skipped: 'Неизвестно, пропущено',
    cannot: 'Нельзя выполнить',
  },
  marked: {
    doneProbably: 'Вероятно, выполнено',
    doneByHand: 'Отмечено: списано',
    goodsMissingByHand: 'Отмечено вами: списано, товара нет',
    notChargedByHand: 'Отмечено: не списано',
  },
  problems: {
    'client-removed': 'Клиент удалён',
    'no-subscription': 'У клиента нет подписок',
    'nothing-ending': 'Нет подписок с таким сроком',
    disabled: 'Подписка отключена',
    'not-read': 'Не удалось прочитать подписки',
    'outcome-open': 'Отложено: исход прежней такой же покупки неизвестен',
    'bought-meanwhile': 'После составления плана куплено отдельно',
    'target-changed': 'Изменилось после составления плана',
    'subscription-gone': 'Такой подписки у сервиса больше нет',
    'proxy-removed': 'Прокси больше нет в списке',
    'no-service-id': 'Сервис не сообщил ID прокси',
    'same-proxy': 'Этот прокси выбран дважды',
    refused: 'Сервис отказал',
    'not-quoted': 'Сервис не назвал цену',
  },
  changed: {
    end: 'Срок изменился после составления плана',
    together: 'После составления плана изменился срок прокси, который оплачивается вместе с этим',
    client: 'ID или ключ клиента изменился после составления плана',
  },
  noEnd: 'срока нет',
  quiet: 'Ни в одном ответе сервиса следов списания нет.',
  quietSince: (moment) => `В ответах сервиса с ${moment} следов списания нет.`,
  lookAgain: 'Это не доказательство: откройте покупку, чтобы проверить ещё раз или указать исход вручную.',
  advice: {
    unknown: 'Ясного ответа не пришло. Выясните исход: проверка ничего не оплачивает.',
    skipped: 'Ясного ответа не пришло. Откройте покупку, чтобы выяснить исход или указать его вручную.',
    'not-charged': 'Откройте покупку, чтобы проверить ещё раз или исправить.',
    rejected: 'Деньги не списаны. Когда причина отпадёт, составьте план заново.',
    'goods-missing': 'Откройте покупку: в ней готов текст для поддержки сервиса.',
  },
  problemAdvice: {
    'no-subscription': 'Купите подписку в карточке клиента.',
    disabled: 'Обратитесь в поддержку сервиса.',
    'not-read': 'Обновите данные клиента и составьте план заново.',
    'outcome-open': 'Ничего не отправлено. Откройте ту покупку, чтобы выяснить исход или указать его вручную.',
    'bought-meanwhile': 'Ничего не отправлено.',
    'target-changed': 'Ничего не отправлено. Посмотрите, что сейчас, прежде чем планировать заново.',
    'subscription-gone': 'Обновите данные клиента.',
    refused: 'Повторите позже или обратитесь в его поддержку.',
    'not-quoted': 'Повторите позже или обратитесь в его поддержку.',
  },
};

export const BULK_WORDS: Readonly<Record<Language, BulkWords>> = { en: bulkWordsEn, ru: bulkWordsRu };

const asSentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

type Standing = Pick<BulkLine, 'state' | 'basis'>;
type ReasonedLine = Standing & Pick<BulkLine, 'problem' | 'note' | 'quietSince' | 'shared'>;

/** The state of a line, claiming no more than is known. `states` as the place words them. */
export const bulkStateName = (
  { state, basis }: Standing,
  { states, marked }: Pick<BulkWords, 'states' | 'marked'>,
): string => {
  if (state === 'done' && basis === 'evidence') return marked.doneProbably;
  if (state === 'done' && basis === 'user') return marked.doneByHand;
  if (state === 'goods-missing' && basis === 'user') return marked.goodsMissingByHand;
  return state === 'not-charged' && basis === 'user' ? marked.notChargedByHand : states[state];
};

/** What has changed since the plan, old and new side by side. */
const changeOf = (
  { before = '', after = '' }: NonNullable<BulkLine['problem']>,
  shared: number,
  words: BulkWords,
  moment: (at: number) => string,
): string => {
  const shown = (value: number | string): string => (typeof value === 'number' ? moment(value) : value);
  const isEnd = typeof before === 'number';
  const what = isEnd ? (shared > 1 ? 'together' : 'end') : 'client';
  return `${words.changed[what]}: ${shown(before)} → ${isEnd && after === '' ? words.noEnd : shown(after)}`;
};

/** What was seen of a line that was probably not charged: never that it can be bought again. */
const quietness = (quietSince: number | null, words: BulkWords, moment: (at: number) => string): string =>
  `${quietSince === null ? words.quiet : words.quietSince(moment(quietSince))} ${words.lookAgain}`;

/**
 * Why a line is not done, in the service's own words where it said any, and what to do; empty where there is nothing to
 * say. `moment` writes a time in ms since the epoch.
 */
export const bulkReason = (line: ReasonedLine, words: BulkWords, moment: (at: number) => string): string => {
  const { state, basis, problem, note, quietSince, shared } = line;
  const said = [problem?.words ?? '', note].filter((text) => text !== '').join(' ');
  const isChange = problem?.code === 'target-changed';
  const name =
    problem === null ? '' : isChange ? changeOf(problem, shared, words, moment) : words.problems[problem.code];
  const why = name !== '' && said !== '' ? `${name}: ${said}` : name + said;
  const isQuiet = state === 'not-charged' && basis !== 'user';
  const advice = isQuiet ? quietness(quietSince, words, moment) : words.advice[state];
  const wayOn = (problem === null ? advice : words.problemAdvice[problem.code]) ?? '';
  return why === '' || wayOn === '' ? why + wayOn : `${asSentence(why)} ${wayOn}`;
};
