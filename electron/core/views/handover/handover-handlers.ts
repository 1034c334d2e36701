import { basename, join } from 'node:path';
import { noteClientEvent } from '#core/catalogue/clients/client-events.ts';
import { insertExport } from '#core/catalogue/lists/export-repository.ts';
import { createListReader } from '#core/catalogue/lists/list-reader.ts';
import type { CommonDeps } from '#core/context.ts';
import type { FeatureHandlers } from '#core/handlers.ts';
import { endTurn } from '#core/jobs/handover/handover-queue.ts';
import { writeFileAtomically } from '#core/platform/files/atomic-file.ts';
import type { FolderFile } from '#core/platform/files/atomic-folder.ts';
import { createSavedFiles } from '#core/platform/files/saved-files.ts';
import { textsIn, textsOf } from '#core/platform/text/texts.ts';
import type { BotDocument } from '#core/service/telegram/bot-client.ts';
import type { Telegram } from '#core/telegram/telegram-handlers.ts';
import type { ParsedInput } from '#shared/contract/index.ts';
import type { Settings } from '#shared/contract/settings.ts';
import { emptyFields, fillTemplate } from '#shared/domain/handover-template.ts';
import { DeskError, invalidInput } from '#shared/result.ts';
import { clientPage } from './client-page.ts';
import { type HandoverGoods, handoverOptions, readHandoverGoods, usualGoods, type WantedGoods } from './goods.ts';
import { MAX_LINES_IN_MESSAGE, MESSAGE, messageValues, type PackNames, packNames, pageName } from './pack.ts';
import { dedicatedFile, listFile, savePack } from './save-pack.ts';
import { createPagesSaver } from './save-pages.ts';
import { readSoldGoods } from './sold-goods.ts';
import { saveTemplate, templatesOf } from './templates.ts';

interface HandoverDeps
  extends CommonDeps<
    'clock' | 'dialogs' | 'desktop' | 'db' | 'emit' | 'session' | 'partials' | 'language' | 'closing'
  > {
  /** Sends a queue that has changed to the pages. */
  readonly emitRun: (runId: number) => void;
  readonly telegram: Pick<Telegram, 'sendToClient' | 'sendFileToClient'>;
  readonly settings: () => Pick<Settings, 'fileNameTemplate' | 'lineEnding' | 'assumedZone' | 'lowTrafficGb'>;
}

type Pack = ParsedInput<'handover.copy'>;
type PagePack = WantedGoods & Pick<Pack, 'language' | 'apps'>;

/** Creates the feature "handover": a client gets the bought goods as message, link, QR code and lists. */
export const createHandover = (deps: HandoverDeps): { readonly handlers: FeatureHandlers<'handover'> } => {
  const { db, clock, emit, session, desktop, telegram } = deps;
  const lists = createListReader(db);
  const saved = createSavedFiles(desktop);
  const t = textsOf(deps.language);

  const valuesOf = async (
    accountId: string,
    goods: HandoverGoods,
    names: PackNames,
    { language, apps }: Pick<Pack, 'language' | 'apps'>,
    reveal: boolean,
  ) => {
    const short = await Promise.all(
      goods.lists.map(({ record, variant, lines }) =>
        lines > MAX_LINES_IN_MESSAGE ? null : lists.lines(record.id, variant, 0, MAX_LINES_IN_MESSAGE),
      ),
    );
    const sold = readSoldGoods(db, accountId, goods, deps.settings().assumedZone);
    return messageValues({ goods, sold, names, short: { lists: short }, apps, language, reveal, now: clock.now() });
  };

  const prepare = async (accountId: string, pack: Pack, reveal: boolean) => {
    const goods = await readHandoverGoods(deps, accountId, pack);
    const names = packNames(goods, deps.settings(), clock.now());
    const { values, each } = await valuesOf(accountId, goods, names, pack, reveal);
    const unknown = textsIn(pack.language)('handover:message.unknown');
    const dedicated = names.dedicated === null ? [] : [names.dedicated];
    return {
      goods,
      names,
      message: fillTemplate(pack.template, { values, each, unknown }),
      empty: [...emptyFields(pack.template, values)],
      files: [MESSAGE, ...names.qr, ...names.lists, ...dedicated],
    };
  };

  const refuseEmpty = (message: string): void => {
    if (message.trim() !== '') return;
    throw invalidInput('The message is empty.', { field: 'template', code: 'message-empty' });
  };

  /**
   * Records in the client's history that goods were handed over, but not their contents, and ends the client's turn in a
   * queue.
   */
  const note = (
    accountId: string,
    { client, subscriptions, ...goods }: HandoverGoods,
    { message, turn }: Pick<Pack, 'message' | 'turn'>,
    how: 'copied' | 'saved' | 'page' | 'sent' | 'maybe-sent' | 'file-sent' | 'maybe-file-sent',
    /** Whether the pages get the queue at once. While many pages for clients are saved, they get it now and then. */
    { isEmitted }: { readonly isEmitted: boolean } = { isEmitted: true },
  ): void => {
    const lines = goods.lists.reduce((sum, list) => sum + list.lines, goods.dedicatedLines.length);
    const { clientId } = client;
    db.transaction(() => {
      noteClientEvent(deps, clientId, {
        name: 'handed-over',
        how,
        message,
        subscriptions: subscriptions.length,
        lines,
      });
      if (turn !== undefined) endTurn(db, accountId, turn, clientId, clock.now());
    });
    if (turn !== undefined && isEmitted) deps.emitRun(turn.runId);
    emit('handover.done', { clientId });
  };

  const save = async (pack: Pack) => {
    const accountId = session.accountId();
    refuseEmpty((await prepare(accountId, pack, true)).message);
    const parent = await deps.dialogs.chooseFolder({ title: t('files:dialogs.saveHandover') });
    if (parent === null) return null;
    // The dialog may be open for long, and the goods may be another client's by now.
    const { goods, names, message, files } = await prepare(accountId, pack, true);
    refuseEmpty(message);
    const { partials } = deps;
    const { lineEnding } = deps.settings();
    const folder = await savePack(lists, { parent, goods, names, message, lineEnding, partials, now: clock.now() });
    db.transaction(() => {
      goods.lists.forEach(({ record, variant, formatId, lines }, index) => {
        const file = folder.files.find(({ path }) => path === join(folder.path, names.lists[index] ?? ''));
        if (file === undefined) return;
        const list = { listId: record.id, listTitle: record.title, variant, formatId, layout: null, lineCount: lines };
        insertExport(db, accountId, { ...list, ...file, createdAt: clock.now() });
      });
      note(accountId, goods, pack, 'saved');
    });
    const handoverId = saved.add({
      accountId,
      path: folder.path,
      shown: join(folder.path, MESSAGE),
      goneCode: 'folder-gone',
    });
    return { handoverId, folder: basename(folder.path), files };
  };

  const send = async ({ chatSince, ...pack }: ParsedInput<'handover.send'>) => {
    const accountId = session.accountId();
    const { goods, message } = await prepare(accountId, pack, true);
    refuseEmpty(message);
    try {
      const messages = await telegram.sendToClient(accountId, { clientId: pack.clientId, chatSince }, message);
      note(accountId, goods, pack, 'sent');
      return { messages };
    } catch (error) {
      const code = error instanceof DeskError ? error.details?.code : undefined;
      // The client's turn in a queue does not end, because somebody has to look at the chat.
      if (code === 'telegram-maybe' || code === 'telegram-part')
        note(accountId, goods, { message: pack.message }, 'maybe-sent');
      throw error;
    }
  };

  /** Returns the page of a client, and a name for it. Throws `invalid-input` if there is nothing to put on it. */
  const pageOf = async (accountId: string, goods: HandoverGoods, pack: PagePack): Promise<BotDocument> => {
    const names = packNames(goods, deps.settings(), clock.now());
    const { values, each } = await valuesOf(accountId, goods, names, pack, true);
    if (each.length === 0 && values.proxies === '') {
      throw invalidInput('There is nothing to put on the page.', { field: 'goods', code: 'page-empty' });
    }
    const { language, apps } = pack;
    const subscriptions = each.map(({ link: url, ...subscription }) => ({ url, ...subscription }));
    const { name, proxies, date } = values;
    const text = clientPage({ language, name, subscriptions, proxies, apps, date });
    return { name: pageName(goods.client, clock.now()), text };
  };

  /** Returns the file with the lines of a list, or of the dedicated proxies, as the folder of the hand-over has it. */
  const fileOf = (goods: HandoverGoods, listId: number | null): FolderFile => {
    const names = packNames(goods, deps.settings(), clock.now());
    const { lineEnding } = deps.settings();
    if (listId === null) {
      if (names.dedicated === null)
        throw new DeskError('conflict', 'There are no lines to send.', { code: 'no-lines' });
      return dedicatedFile(goods, names.dedicated, lineEnding);
    }
    const index = goods.lists.findIndex(({ record }) => record.id === listId);
    const list = goods.lists[index];
    if (list === undefined) throw new DeskError('not-found', 'There is no such list.', { code: 'list' });
    return listFile(lists, list, names.lists[index] ?? '', lineEnding);
  };

  /** Returns the same file as a document for the bot. */
  const linesFile = async (goods: HandoverGoods, listId: number | null): Promise<BotDocument> => {
    const { name, chunks } = fileOf(goods, listId);
    const parts: Uint8Array[] = [];
    for await (const part of chunks()) parts.push(part);
    return { name, text: Buffer.concat(parts).toString('utf8') };
  };

  const sendFile = async ({ chatSince, file, ...pack }: ParsedInput<'handover.sendFile'>) => {
    const accountId = session.accountId();
    const goods = await readHandoverGoods(deps, accountId, pack);
    const document =
      file.of === 'page'
        ? await pageOf(accountId, goods, pack)
        : await linesFile(goods, file.of === 'list' ? file.listId : null);
    // The client's turn in a queue ends with its message.
    const noted = { message: pack.message };
    try {
      await telegram.sendFileToClient(accountId, { clientId: pack.clientId, chatSince }, document);
      note(accountId, goods, noted, 'file-sent');
      return { fileName: document.name };
    } catch (error) {
      if (error instanceof DeskError && error.details?.code === 'telegram-maybe')
        note(accountId, goods, noted, 'maybe-file-sent');
      throw error;
    }
  };

  const savePage = async (pack: Pack) => {
    const accountId = session.accountId();
    const { name: suggestedName } = await pageOf(accountId, await readHandoverGoods(deps, accountId, pack), pack);
    const filters = [{ name: 'HTML', extensions: ['html'] }];
    const path = await deps.dialogs.saveFile({ title: t('files:dialogs.savePage'), suggestedName, filters });
    if (path === null) return null;
    // The dialog may be open for long, and the goods may be another client's by now.
    const goods = await readHandoverGoods(deps, accountId, pack);
    const { text: page } = await pageOf(accountId, goods, pack);
    const file = await writeFileAtomically(path, [Buffer.from(page, 'utf8')], { partials: deps.partials });
    note(accountId, goods, pack, 'page');
    const handoverId = saved.add({ accountId, path: file.path, goneCode: 'file-missing' });
    return { handoverId, fileName: basename(file.path) };
  };

  const pages = createPagesSaver({
    ...deps,
    saved,
    dialogTitle: () => t('files:dialogs.savePages'),
    makePage: async (accountId, { clientId, uuid }, input) => {
      const usual = usualGoods(deps, accountId, clientId, uuid);
      const pack = { clientId, ...usual, ...input };
      const goods = await readHandoverGoods(deps, accountId, pack);
      return { goods, html: (await pageOf(accountId, goods, pack)).text };
    },
    note: (accountId, goods, turn) =>
      note(accountId, goods, { message: 'new-goods', turn }, 'page', { isEmitted: false }),
  });

  return {
    handlers: {
      'handover.options': ({ clientId }) => handoverOptions(deps, session.accountId(), clientId),
      'handover.templates': () => templatesOf(db, session.accountId()),
      'handover.saveTemplate': ({ language, message, text, seen }) => {
        const accountId = session.accountId();
        saveTemplate(db, accountId, { language, message }, { text, seen }, clock.now());
        return templatesOf(db, accountId);
      },
      'handover.preview': async ({ reveal, ...pack }) => {
        const { goods, message, empty, files } = await prepare(session.accountId(), pack, reveal);
        return { text: message, empty, files, leftOut: goods.leftOut };
      },
      'handover.copy': async (pack) => {
        const accountId = session.accountId();
        const { goods, message } = await prepare(accountId, pack, true);
        refuseEmpty(message);
        desktop.writeClipboard(message, { secret: true });
        note(accountId, goods, pack, 'copied');
        return {};
      },
      'handover.send': send,
      'handover.sendFile': sendFile,
      'handover.save': save,
      'handover.savePage': savePage,
      'handover.savePages': (input) => pages.save(input),
      'handover.stopPages': ({ queueId }) => {
        pages.stop(queueId);
        return {};
      },
      'handover.show': async ({ handoverId }) => {
        await saved.show(session.accountId(), handoverId);
        return {};
      },
    },
  };
};
