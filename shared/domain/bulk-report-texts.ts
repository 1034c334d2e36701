import { type BulkWords, bulkWordsEn, bulkWordsRu } from './bulk-words.ts';
import type { Language } from './language.ts';

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
  readonly kinds: BulkWords['kinds'];
  readonly states: BulkWords['states'];
  readonly marked: BulkWords['marked'];
}

/** The words of a saved report: the file goes to people who do not have the app. */
export const REPORT_TEXTS: Readonly<Record<Language, ReportTexts>> = {
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
    kinds: bulkWordsEn.kinds,
    // The run is over when the report is read.
    states: { ...bulkWordsEn.states, waiting: 'Not done' },
    marked: bulkWordsEn.marked,
  },
  ru: {
    title: 'Сохранить отчёт',
    fileName: 'массовый-отчёт',
    what: 'Что',
    lines: 'Строки',
    planned: 'По плану, ₽',
    charged: 'Списано, ₽',
    open: 'Исход неизвестен, ₽',
    left: 'Не выполнено, ₽',
    cap: 'Предел расходов, ₽',
    header: [
      '№',
      'Клиент',
      'ID в мессенджере',
      'Ключ клиента',
      'Предмет',
      'Цена, ₽',
      'Состояние',
      'Время (UTC)',
      'Причина',
      'Покупка',
    ],
    kinds: bulkWordsRu.kinds,
    // The run is over when the report is read.
    states: { ...bulkWordsRu.states, waiting: 'Не выполнено' },
    marked: bulkWordsRu.marked,
  },
};
