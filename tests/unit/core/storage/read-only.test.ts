import { expect, it } from 'vitest';
import { createDispatch } from '#core/desk/dispatch.ts';
import type { Handlers } from '#core/handlers.ts';
import { toStoredError } from '#core/platform/text/stored-error.ts';
import { errors as en } from '#shared/texts/en/errors.ts';
import { errors as ru } from '#shared/texts/ru/errors.ts';
import { shellWords, startFailureBox } from '../../../../electron/main/texts.ts';

const READ_ONLY = { kind: 'storage', details: { code: 'data-folder-not-writable' } };

/** The error of SQLite when the system refuses a write to the log of an open database. */
const refusedWrite = (systemErrno: number): Error =>
  Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode: 778, systemErrno });
const [EIO, EACCES, EROFS] = [5, 13, 30];

it('is named when the disk has become read-only while the database is open', async () => {
  for (const errno of [EACCES, EROFS]) expect(toStoredError(refusedWrite(errno))).toMatchObject(READ_ONLY);
  const handlers = {
    'purchases.settle': () => {
      throw refusedWrite(EROFS);
    },
  } as unknown as Handlers;
  const silent = () => {};
  const dispatch = createDispatch(handlers, { info: silent, warn: silent, error: silent });
  const input = { purchaseId: 1, verdict: 'charged', reason: 'seen in the panel' };
  expect(await dispatch({ name: 'purchases.settle', input })).toMatchObject({ ok: false, error: READ_ONLY });
});

it('has a sentence of its own in both languages', () => {
  for (const { codes, kinds } of [en, ru]) {
    const sentence = codes['data-folder-not-writable'];
    expect([kinds.storage, codes['database-full']]).not.toContain(sentence);
    expect(sentence.length).toBeGreaterThan(20);
  }
});

it('is not named for a disk that is faulty', () => {
  expect(toStoredError(refusedWrite(EIO))).toMatchObject({ kind: 'storage', details: { code: 'disk-error' } });
});

it('is the reason that the app gives when it cannot start, in both languages', () => {
  const boxes = (['en', 'ru'] as const).map((language) =>
    ['data-folder-not-writable', 'database-full', 'disk-error'].map(
      (code) =>
        startFailureBox(
          shellWords(() => language),
          Object.assign(new Error(), { code }),
        ).detail,
    ),
  );
  expect(boxes.map((texts) => new Set(texts).size)).toEqual([3, 3]);
  expect(boxes.map(([text]) => text)).toEqual([
    expect.stringContaining('read-only'),
    expect.stringContaining('только для чтения'),
  ]);
});
