import type { BatchParams } from '#shared/contract/batch.ts';
import type { RunSubject } from '#shared/contract/runs.ts';
import type { CoreTexts } from '../common/texts.ts';

type BatchSubject = Extract<RunSubject, { readonly what: 'generate' | 'export' }>;

/** What is done for how many: those that are left out from the start are not counted. */
export const batchSubject = (params: BatchParams, items: number): BatchSubject =>
  params.kind === 'generate'
    ? { what: 'generate', clients: items, linesEach: params.recipe.quantity }
    : { what: 'export', lists: items };

/** For the history of files: what a combined file holds. */
export const batchTitle = (subject: BatchSubject, t: CoreTexts): string =>
  subject.what === 'generate'
    ? t('files:generated', { items: subject.clients, lines: subject.linesEach })
    : t('files:saved', { items: subject.lists });
