import { z } from 'zod';
import {
  noteArrivedLines,
  noteArrivedList,
  publishedLines,
  toStoredLines,
} from '#core/catalogue/lists/shared-lists.ts';
import { REMOVED } from '#core/catalogue/trash/removal-states.ts';
import { listCheck } from '#shared/contract/last-check.ts';
import { hostVariant, proxyList } from '#shared/contract/lists.ts';
import { storedError } from '#shared/contract/stored-error.ts';
import { CHECKED_LISTS, LINE_MARKS } from '#shared/domain/checked-lists.ts';
import type { DocKind } from './doc-kind.ts';
import { boundedText, count, flag, jsonText, time } from './values.ts';

const list: DocKind = {
  name: 'list',
  table: 'lists',
  id: 'id',
  key: ['created_at', 'client_key', 'recipe_json', 'digest'],
  mayRepeat: true,
  hasFixedKey: true,
  removed: 'removed',
  removedAt: 'removed_at',
  removal: 'removal',
  // A list consists of its lines. Once it no longer runs, all of them are here, or the others will never arrive.
  isReady: "state <> 'running'",
  writtenAt: 'created_at',
  fields: {
    made: {
      is: 'columns',
      columns: [
        'created_at',
        'client_name',
        'client_key',
        'client_sort',
        'recipe_json',
        'digest',
        'state',
        'error_json',
        'line_count',
        'domain_lines',
        'ip_lines',
        'domain_convertible',
        'ip_convertible',
        'duplicates',
        'issues_json',
        'issue_count',
      ],
    },
    title: { is: 'columns', columns: ['title', 'title_sort', 'search_text'] },
    client: { is: 'columns', columns: ['client_id'] },
    check: { is: 'columns', columns: ['last_check_json'], isReading: true },
  },
  values: {
    created_at: time,
    client_name: boundedText(),
    client_key: boundedText(),
    client_sort: boundedText(),
    recipe_json: jsonText(proxyList.shape.recipe),
    digest: boundedText(200),
    // A list that is still being made is not published.
    state: z.enum(['complete', 'partial', 'cancelled', 'failed']),
    error_json: jsonText(storedError).nullable(),
    line_count: count,
    domain_lines: count,
    ip_lines: count,
    domain_convertible: flag,
    ip_convertible: flag,
    duplicates: count,
    issues_json: jsonText(proxyList.shape.issues),
    issue_count: count,
    title: boundedText(),
    title_sort: boundedText(),
    search_text: boundedText(),
    last_check_json: jsonText(listCheck).nullable(),
  },
  byHand: ['made', 'title', REMOVED],
  refs: { client_id: 'client' },
  // The computer that made the check keeps the results of the single lines.
  publishedAs: { last_check_json: "json_set(last_check_json, '$.runId', NULL)" },
  derive: noteArrivedList,
};

const listLines: DocKind = {
  name: 'list-lines',
  table: 'list_chunks',
  id: 'id',
  key: ['list_id', 'variant', 'first_line'],
  hasFixedKey: true,
  partOf: 'list_id',
  writtenAt: '0',
  fields: { made: { is: 'columns', columns: ['list_id', 'variant', 'first_line', 'line_count', 'lines'] } },
  values: { variant: hostVariant, first_line: count, line_count: count, lines: z.string() },
  byHand: [],
  refs: { list_id: 'list' },
  owners: ['list_id'],
  bytes: { lines: { encode: publishedLines, decode: toStoredLines } },
  derive: noteArrivedLines,
};

/** A list that is checked on the schedule. One computer checks, and the others receive what it found. */
const checkedList: DocKind = {
  name: 'checked-list',
  table: 'checked_lists',
  id: 'id',
  key: ['list_id'],
  hasFixedKey: true,
  blank: { counts_from: 0 },
  writtenAt: 'chosen_at',
  fields: {
    made: { is: 'columns', columns: ['list_id', 'chosen_at'] },
    begun: { is: 'columns', columns: ['counts_from'], isReading: true },
    found: { is: 'columns', columns: ['marks', 'stopped', 'stopped_at'], isReading: true },
  },
  values: {
    chosen_at: time,
    counts_from: time,
    marks: z.string().max(CHECKED_LISTS.lines).regex(LINE_MARKS),
    stopped: count,
    stopped_at: time.nullable(),
  },
  byHand: ['made'],
  refs: { list_id: 'list' },
  owners: ['list_id'],
};

/** The kinds of proxy lists. They come last because no other kind waits for their lines. */
export const LIST_KINDS: readonly DocKind[] = [list, checkedList, listLines];
