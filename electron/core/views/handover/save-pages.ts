import { basename } from 'node:path';
import type { CommonDeps } from '#core/context.ts';
import { isWaiting, waitingTurns } from '#core/jobs/handover/handover-queue.ts';
import { openFreeNames, writeAtFreeName } from '#core/jobs/lists/free-names.ts';
import { writeFileAtomically } from '#core/platform/files/atomic-file.ts';
import { toFileError } from '#core/platform/files/file-error.ts';
import type { createSavedFiles } from '#core/platform/files/saved-files.ts';
import { toStoredError } from '#core/platform/text/stored-error.ts';
import { MAX_PAGE_GAPS, type SavedPages } from '#shared/contract/handover.ts';
import type { ParsedInput } from '#shared/contract/index.ts';
import type { HandoverLine, HandoverTurn } from '#shared/contract/runs.ts';
import { clientLabel, clientOfRow, rowClientLabel } from '#shared/domain/client-label.ts';
import { sanitizeFileName } from '#shared/domain/file-name.ts';
import { DeskError } from '#shared/result.ts';
import type { HandoverGoods } from './goods.ts';

/** The page of a client as HTML, and the goods on it. */
interface MadePage {
  readonly html: string;
  readonly goods: HandoverGoods;
}

interface PagesDeps extends CommonDeps<'db' | 'dialogs' | 'session' | 'partials' | 'closing'> {
  readonly dialogTitle: () => string;
  readonly saved: ReturnType<typeof createSavedFiles>;
  /**
   * Makes the page of a client with what is usually handed over, or with one subscription. Throws `invalid-input`
   * (`page-empty`), `not-found` and `conflict`.
   */
  readonly makePage: (
    accountId: string,
    line: HandoverLine & { readonly clientId: number },
    input: Pick<ParsedInput<'handover.savePages'>, 'language' | 'apps'>,
  ) => Promise<MadePage>;
  /** Records that the page was handed over, and ends the turn. */
  readonly note: (accountId: string, goods: HandoverGoods, turn: HandoverTurn) => void;
  readonly emitRun: (runId: number) => void;
}

type Gap = SavedPages['gaps'][number];

/** The most characters of a name and of a key in a file name, so that the key is never cut off. */
const MAX_NAME = 40;
const MAX_KEY = 30;
/** The number of pages after which the window learns how far it is. */
const EMIT_EVERY = 10;

const cut = (text: string, max: number): string => [...text].slice(0, max).join('');

/** Returns the name of a client's page: the client's name and key. */
const pageNameOf = (line: HandoverLine): string => {
  const { name, clientKey, messengerId } = clientOfRow(line);
  const label = clientLabel({ name: cut(name, MAX_NAME), clientKey: cut(clientKey, MAX_KEY), messengerId });
  return sanitizeFileName(`${label}.html`, 'client');
};

const whyOf = (error: unknown): Gap['why'] | null => {
  if (!(error instanceof DeskError)) return null;
  if (error.kind === 'invalid-input') return 'nothing';
  if (error.kind === 'not-found') return error.details?.code === 'client' ? 'removed' : 'unavailable';
  return error.kind === 'conflict' ? 'unavailable' : null;
};

/** Creates the saver of pages for all clients of a queue who wait. */
export const createPagesSaver = (deps: PagesDeps) => {
  const { db, dialogs, session, partials, saved } = deps;
  /** The queues whose pages are being saved. */
  const running = new Map<number, AbortController>();

  const saveAll = async (
    accountId: string,
    folder: string,
    { queueId, ...input }: ParsedInput<'handover.savePages'>,
    signal: AbortSignal,
  ): Promise<SavedPages> => {
    const names = await openFreeNames(folder);
    const gaps: Gap[] = [];
    let [gapCount, count] = [0, 0];
    let error: SavedPages['error'] = null;
    const miss = (line: HandoverLine, why: Gap['why'], missing = 0): void => {
      gapCount += 1;
      if (gaps.length < MAX_PAGE_GAPS)
        gaps.push({ line: line.line + 1, client: rowClientLabel(line), why, count: missing });
    };
    for (const line of waitingTurns(db, accountId, queueId)) {
      if (signal.aborted) break;
      const { clientId } = line;
      const turn = { runId: queueId, line: line.line };
      if (!isWaiting(db, turn)) continue;
      if (clientId === null) {
        miss(line, 'removed');
        continue;
      }
      const page = await deps.makePage(accountId, { ...line, clientId }, input).catch((reason: unknown) => {
        // An unexpected fault of one client must not keep the others from their pages.
        if (deps.closing.aborted) return null;
        miss(line, whyOf(reason) ?? 'unavailable');
        return null;
      });
      if (page === null) continue;
      try {
        await writeAtFreeName(folder, names, pageNameOf(line), (path) =>
          writeFileAtomically(path, [Buffer.from(page.html, 'utf8')], { partials, tidy: count === 0, isNew: true }),
        );
        if (deps.closing.aborted) break;
        deps.note(accountId, page.goods, turn);
      } catch (reason) {
        error = toStoredError(reason instanceof DeskError ? reason : toFileError(reason));
        break;
      }
      if (page.goods.leftOut > 0) miss(line, 'proxies', page.goods.leftOut);
      count += 1;
      if (count % EMIT_EVERY === 0) deps.emitRun(queueId);
    }
    const handoverId = saved.add({ accountId, path: folder, goneCode: 'folder-gone' });
    const isStopped = signal.aborted;
    return { handoverId, folder: basename(folder), saved: count, gaps, gapCount, isStopped, error };
  };

  return {
    save: async (input: ParsedInput<'handover.savePages'>): Promise<SavedPages | null> => {
      const accountId = session.accountId();
      const { queueId } = input;
      waitingTurns(db, accountId, queueId);
      if (running.has(queueId)) {
        throw new DeskError('conflict', 'The pages of this queue are being saved.', { code: 'pages-running' });
      }
      const stopper = new AbortController();
      running.set(queueId, stopper);
      try {
        const folder = await dialogs.chooseFolder({ title: deps.dialogTitle() });
        if (folder === null) return null;
        return await saveAll(accountId, folder, input, AbortSignal.any([stopper.signal, deps.closing]));
      } finally {
        running.delete(queueId);
        if (!deps.closing.aborted) deps.emitRun(queueId);
      }
    },
    /** Stops the saving of a queue's pages. The pages that are written stay. */
    stop: (queueId: number): void => running.get(queueId)?.abort(),
  };
};
