import type { BULK_PROBLEMS } from '../contract/bulk.ts';
import type { ChargeState } from './bulk-run.ts';

export type ReportLanguage = 'en' | 'ru';

interface ReportTexts {
  readonly title: string;
  readonly fileName: string;
  readonly what: string;
  readonly lines: string;
  readonly planned: string;
  readonly charged: string;
  readonly open: string;
  readonly left: string;
  readonly cap: string;
  readonly header: readonly string[];
  readonly kinds: Readonly<Record<'vpn-renew' | 'dedicated-prolong' | 'traffic', string>>;
  readonly states: Readonly<Record<ChargeState, string>>;
  readonly problems: Readonly<Record<(typeof BULK_PROBLEMS)[number], string>>;
}

/** The words of a saved report: the file goes to people who do not have the app. */
export const REPORT_TEXTS: Readonly<Record<ReportLanguage, ReportTexts>> = {
  en: {
    title: 'Save the report of the run',
    fileName: 'bulk-report',
    what: 'What',
    lines: 'Lines',
    planned: 'Planned, RUB',
    charged: 'Charged, RUB',
    open: 'Outcome unknown, RUB',
    left: 'Not done, RUB',
    cap: 'Spending cap, RUB',
    header: [
      'No.',
      'Client',
      'Messenger ID',
      'Client key',
      'Subject',
      'Price, RUB',
      'State',
      'Time (UTC)',
      'Reason',
      'Purchase',
    ],
    kinds: { 'vpn-renew': 'VPN renewal', 'dedicated-prolong': 'Prolonging proxies', traffic: 'Buying traffic' },
    states: {
      waiting: 'Not done',
      buying: 'Under way',
      done: 'Done',
      'goods-missing': 'Charged, goods missing',
      rejected: 'Refused',
      'not-charged': 'Not charged',
      unknown: 'Outcome unknown',
      skipped: 'Outcome unknown, skipped',
      cannot: 'Cannot be done',
    },
    problems: {
      'client-removed': 'The client was removed',
      'no-subscription': 'The client has no subscription',
      'nothing-ending': 'No subscription ends in this time',
      disabled: 'The subscription is disabled',
      'not-read': 'The subscriptions could not be read',
      'outcome-open': 'The outcome of an earlier purchase is unknown',
      'bought-meanwhile': 'Bought by hand meanwhile',
      'subscription-gone': 'The service does not have this subscription any more',
      'proxy-removed': 'The proxy is not in the list any more',
      'no-service-id': 'The service gave no id for the proxy',
      'same-proxy': 'The same proxy is in the selection twice',
      refused: 'The service refused',
      'not-quoted': 'The service gave no price',
    },
  },
  ru: {
    title: 'Сохранить отчёт',
    fileName: 'массовый-отчёт',
    what: 'Что',
    lines: 'Строк',
    planned: 'По плану, ₽',
    charged: 'Списано, ₽',
    open: 'Исход неизвестен, ₽',
    left: 'Не выполнено, ₽',
    cap: 'Предел расходов, ₽',
    header: [
      '№',
      'Клиент',
      'ID мессенджера',
      'Ключ клиента',
      'Предмет',
      'Цена, ₽',
      'Состояние',
      'Время (UTC)',
      'Причина',
      'Покупка',
    ],
    kinds: { 'vpn-renew': 'Продление VPN', 'dedicated-prolong': 'Продление прокси', traffic: 'Покупка трафика' },
    states: {
      waiting: 'Не выполнено',
      buying: 'Выполняется',
      done: 'Выполнено',
      'goods-missing': 'Оплачено, товар не получен',
      rejected: 'Отказ',
      'not-charged': 'Не списано',
      unknown: 'Исход неизвестен',
      skipped: 'Исход неизвестен, пропущено',
      cannot: 'Нельзя выполнить',
    },
    problems: {
      'client-removed': 'Клиент удалён',
      'no-subscription': 'У клиента нет подписок',
      'nothing-ending': 'Нет подписок с таким сроком',
      disabled: 'Подписка отключена',
      'not-read': 'Не удалось прочитать подписки',
      'outcome-open': 'Исход прежней покупки неизвестен',
      'bought-meanwhile': 'Куплено вручную за это время',
      'subscription-gone': 'Такой подписки у сервиса больше нет',
      'proxy-removed': 'Прокси больше нет в списке',
      'no-service-id': 'Сервис не назвал номер прокси',
      'same-proxy': 'Этот прокси выбран дважды',
      refused: 'Сервис отказал',
      'not-quoted': 'Сервис не назвал цену',
    },
  },
};
