import type { BULK_PROBLEMS, BulkLine } from '../contract/bulk.ts';
import type { ChargeState } from './bulk-run.ts';
import type { Language } from './language.ts';

export interface BulkWords {
  readonly kinds: Readonly<Record<'vpn-renew' | 'dedicated-prolong' | 'traffic', string>>;
  readonly states: Readonly<Record<ChargeState, string>>;
  readonly problems: Readonly<Record<(typeof BULK_PROBLEMS)[number], string>>;
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
    'goods-missing': 'Charged, goods missing',
    rejected: 'Refused',
    'not-charged': 'Not charged',
    unknown: 'Outcome unknown',
    skipped: 'Unknown, skipped',
    cannot: 'Cannot be done',
  },
  problems: {
    'client-removed': 'The client was removed',
    'no-subscription': 'The client has no subscription',
    'nothing-ending': 'No subscription ends in this time',
    disabled: 'The subscription is disabled',
    'not-read': 'The subscriptions could not be read',
    'outcome-open': 'The outcome of an earlier purchase is unknown',
    'bought-meanwhile': 'Bought separately meanwhile',
    'subscription-gone': 'The service no longer has this subscription',
    'proxy-removed': 'The proxy is no longer in the list',
    'no-service-id': 'The service gave no ID for the proxy',
    'same-proxy': 'The same proxy is selected twice',
    refused: 'The service refused',
    'not-quoted': 'The service gave no price',
  },
  advice: {
    unknown: 'No clear answer came. Check the outcome: a check pays for nothing.',
    skipped: 'No clear answer came. Open the purchase to check the outcome or to settle it.',
    'not-charged': 'Nothing was charged. Make a new plan to try again.',
    rejected: 'Nothing was charged. Make a new plan once the reason is gone.',
    'goods-missing': 'Open the purchase: it has the text for the support of the service.',
  },
  problemAdvice: {
    'no-subscription': 'Buy one in the card of the client.',
    disabled: 'Ask the support of the service.',
    'not-read': 'Refresh the client and make a new plan.',
    'outcome-open': 'Check it under Purchases, then make a new plan.',
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
    'goods-missing': 'Оплачено, товара нет',
    rejected: 'Отказ',
    'not-charged': 'Не списано',
    unknown: 'Исход неизвестен',
    skipped: 'Неизвестно, пропущено',
    cannot: 'Нельзя выполнить',
  },
  problems: {
    'client-removed': 'Клиент удалён',
    'no-subscription': 'У клиента нет подписок',
    'nothing-ending': 'Нет подписок с таким сроком',
    disabled: 'Подписка отключена',
    'not-read': 'Не удалось прочитать подписки',
    'outcome-open': 'Исход прежней покупки неизвестен',
    'bought-meanwhile': 'За это время куплено отдельно',
    'subscription-gone': 'Такой подписки у сервиса больше нет',
    'proxy-removed': 'Прокси больше нет в списке',
    'no-service-id': 'Сервис не сообщил ID прокси',
    'same-proxy': 'Этот прокси выбран дважды',
    refused: 'Сервис отказал',
    'not-quoted': 'Сервис не назвал цену',
  },
  advice: {
    unknown: 'Ясного ответа не пришло. Выясните исход: проверка ничего не оплачивает.',
    skipped: 'Ясного ответа не пришло. Откройте покупку, чтобы выяснить исход или указать его вручную.',
    'not-charged': 'Деньги не списаны. Чтобы повторить, составьте план заново.',
    rejected: 'Деньги не списаны. Когда причина отпадёт, составьте план заново.',
    'goods-missing': 'Откройте покупку: в ней готов текст для поддержки сервиса.',
  },
  problemAdvice: {
    'no-subscription': 'Купите подписку в карточке клиента.',
    disabled: 'Обратитесь в поддержку сервиса.',
    'not-read': 'Обновите данные клиента и составьте план заново.',
    'outcome-open': 'Выясните его в «Покупках» и составьте план заново.',
    'subscription-gone': 'Обновите данные клиента.',
    refused: 'Повторите позже или обратитесь в его поддержку.',
    'not-quoted': 'Повторите позже или обратитесь в его поддержку.',
  },
};

export const BULK_WORDS: Readonly<Record<Language, BulkWords>> = { en: bulkWordsEn, ru: bulkWordsRu };

const asSentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** Why a line is not done, in the service's own words where it said any, and what to do; empty where there is nothing to say. */
export const bulkReason = (
  { state, problem, note }: Pick<BulkLine, 'state' | 'problem' | 'note'>,
  words: BulkWords,
): string => {
  const said = [problem?.words ?? '', note].filter((text) => text !== '').join(' ');
  const name = problem === null ? '' : words.problems[problem.code];
  const why = name !== '' && said !== '' ? `${name}: ${said}` : name + said;
  const wayOn = (problem === null ? words.advice[state] : words.problemAdvice[problem.code]) ?? '';
  return why === '' || wayOn === '' ? why + wayOn : `${asSentence(why)} ${wayOn}`;
};
