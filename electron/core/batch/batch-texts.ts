import type { BatchParams } from '#shared/contract/batch.ts';
import type { RunSubject } from '#shared/contract/runs.ts';
import { batchWordsEn, batchWordsRu } from '#shared/domain/batch-words.ts';
import type { Language } from '#shared/domain/language.ts';

/** Of the history of files, the OS dialogs and the saved report. Counts stand after a colon: no plurals are needed. */
export const BATCH_TEXTS = {
  en: {
    ...batchWordsEn,
    generate: (items: number, lines: number) => `Lists for clients: ${items} × ${lines} lines`,
    export: (items: number) => `Saving lists: ${items}`,
    chooseFolder: 'Folder for the files',
    savePath: 'Save all lists in one file',
    combinedName: 'lists',
    reportTitle: 'Save the report',
    reportName: 'lists-report',
    totals: { what: 'What', items: 'Clients or lists', lines: 'Lines', files: 'Files', place: 'Saved to' },
    header: ['No.', 'Client', 'Messenger ID', 'Client key', 'List', 'Asked for', 'Lines', 'State', 'Reason', 'File'],
  },
  ru: {
    ...batchWordsRu,
    generate: (items: number, lines: number) => `Списки для клиентов: ${items} × ${lines} строк`,
    export: (items: number) => `Сохранение списков: ${items}`,
    chooseFolder: 'Папка для файлов',
    savePath: 'Сохранить все списки одним файлом',
    combinedName: 'списки',
    reportTitle: 'Сохранить отчёт',
    reportName: 'отчёт-по-спискам',
    totals: { what: 'Что', items: 'Клиенты или списки', lines: 'Строки', files: 'Файлы', place: 'Сохранено в' },
    header: [
      '№',
      'Клиент',
      'ID в мессенджере',
      'Ключ клиента',
      'Список',
      'Запрошено',
      'Строки',
      'Состояние',
      'Причина',
      'Файл',
    ],
  },
} as const;

type BatchSubject = Extract<RunSubject, { readonly what: 'generate' | 'export' }>;

export type BatchTexts = (typeof BATCH_TEXTS)[Language];

/** What is done for how many: those that are left out from the start are not counted. */
export const batchSubject = (params: BatchParams, items: number): BatchSubject =>
  params.kind === 'generate'
    ? { what: 'generate', clients: items, linesEach: params.recipe.quantity }
    : { what: 'export', lists: items };

/** For the history of files: what a combined file holds. */
export const batchTitle = (subject: BatchSubject, texts: BatchTexts): string =>
  subject.what === 'generate' ? texts.generate(subject.clients, subject.linesEach) : texts.export(subject.lists);
