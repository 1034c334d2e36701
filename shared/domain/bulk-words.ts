import type { BULK_PROBLEMS } from '../contract/bulk.ts';
import type { ChargeState } from './bulk-run.ts';

export interface BulkWords {
  readonly kinds: Readonly<Record<'vpn-renew' | 'dedicated-prolong' | 'traffic', string>>;
  readonly states: Readonly<Record<ChargeState, string>>;
  readonly problems: Readonly<Record<(typeof BULK_PROBLEMS)[number], string>>;
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
};
