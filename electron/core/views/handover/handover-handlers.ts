import { access } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ClientEvents } from '#core/catalogue/clients/client-events.ts';
import { createExportRepository } from '#core/catalogue/lists/export-repository.ts';
import { createListReader } from '#core/catalogue/lists/list-reader.ts';
import type { CommonDeps } from '#core/context.ts';
import type { FeatureHandlers } from '#core/handlers.ts';
import { textsIn, textsOf } from '#core/platform/text/texts.ts';
import type { ParsedInput } from '#shared/contract/index.ts';
import type { Settings } from '#shared/contract/settings.ts';
import { emptyFields, fillTemplate } from '#shared/domain/handover-template.ts';
import { DeskError, invalidInput } from '#shared/result.ts';
import { createGoodsReader, type HandoverGoods } from './goods.ts';
import { MAX_LINES_IN_MESSAGE, MESSAGE, messageValues, type PackNames, packNames } from './pack.ts';
import { savePack } from './save-pack.ts';
import { readSoldGoods } from './sold-goods.ts';
import { createTemplates } from './templates.ts';

interface HandoverDeps
  extends CommonDeps<'clock' | 'dialogs' | 'desktop' | 'db' | 'emit' | 'session' | 'partials' | 'language'> {
  readonly clientEvents: ClientEvents;
  readonly settings: () => Pick<Settings, 'fileNameTemplate' | 'lineEnding' | 'assumedZone' | 'lowTrafficGb'>;
}

type Pack = ParsedInput<'handover.copy'>;

/** Creates the feature "handover": a client gets the bought goods as message, link, QR code and lists. */
export const createHandover = (deps: HandoverDeps): { readonly handlers: FeatureHandlers<'handover'> } => {
  const { db, clock, emit, session, desktop } = deps;
  const goodsReader = createGoodsReader(db, () => deps.settings().lowTrafficGb);
  const lists = createListReader(db);
  const exports = createExportRepository(db);
  /** The folders saved since the start of the app. The window refers to them by number and never sends a path. */
  const folders: { readonly accountId: string; readonly path: string }[] = [];
  const templates = createTemplates(db);
  const t = textsOf(deps.language);

  const valuesOf = async (goods: HandoverGoods, names: PackNames, { language, apps }: Pack, reveal: boolean) => {
    const short = await Promise.all(
      goods.lists.map(({ record, variant, lines }) =>
        lines > MAX_LINES_IN_MESSAGE ? null : lists.lines(record.id, variant, 0, MAX_LINES_IN_MESSAGE),
      ),
    );
    const sold = readSoldGoods(db, session.accountId(), goods, deps.settings().assumedZone);
    return messageValues({ goods, sold, names, short: { lists: short }, apps, language, reveal, now: clock.now() });
  };

  const prepare = async (pack: Pack, reveal: boolean) => {
    const goods = await goodsReader.read(session.accountId(), pack);
    const names = packNames(goods, deps.settings(), clock.now());
    const { values, each } = await valuesOf(goods, names, pack, reveal);
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

  /** Records in the client's history that goods were handed over, but not their contents. */
  const note = (
    { client, subscriptions, ...goods }: HandoverGoods,
    message: Pack['message'],
    how: 'copied' | 'saved',
  ): void => {
    const lines = goods.lists.reduce((sum, list) => sum + list.lines, goods.dedicatedLines.length);
    const { clientId } = client;
    deps.clientEvents.note(clientId, {
      name: 'handed-over',
      how,
      message,
      subscriptions: subscriptions.length,
      lines,
    });
    emit('handover.done', { clientId });
  };

  const save = async (pack: Pack) => {
    const accountId = session.accountId();
    const { goods, names, message, files } = await prepare(pack, true);
    refuseEmpty(message);
    const parent = await deps.dialogs.chooseFolder({ title: t('files:dialogs.saveHandover') });
    if (parent === null) return null;
    const { partials } = deps;
    const { lineEnding } = deps.settings();
    const folder = await savePack(lists, { parent, goods, names, message, lineEnding, partials, now: clock.now() });
    db.transaction(() => {
      goods.lists.forEach(({ record, variant, formatId, lines }, index) => {
        const file = folder.files.find(({ path }) => path === join(folder.path, names.lists[index] ?? ''));
        if (file === undefined) return;
        const list = { listId: record.id, listTitle: record.title, variant, formatId, lineCount: lines };
        exports.insert(accountId, { ...list, ...file, createdAt: clock.now() });
      });
      note(goods, pack.message, 'saved');
    });
    const handoverId = folders.push({ accountId, path: folder.path });
    return { handoverId, folder: basename(folder.path), files };
  };

  return {
    handlers: {
      'handover.options': ({ clientId }) => goodsReader.options(session.accountId(), clientId, clock.now()),
      'handover.templates': () => templates.all(session.accountId()),
      'handover.saveTemplate': ({ language, message, text, seen }) => {
        const accountId = session.accountId();
        templates.save(accountId, { language, message }, { text, seen }, clock.now());
        emit('handover.templatesChanged', {});
        return templates.all(accountId);
      },
      'handover.preview': async ({ reveal, ...pack }) => {
        const { goods, message, empty, files } = await prepare(pack, reveal);
        return { text: message, empty, files, leftOut: goods.leftOut };
      },
      'handover.copy': async (pack) => {
        const { goods, message } = await prepare(pack, true);
        refuseEmpty(message);
        desktop.writeClipboard(message, { secret: true });
        note(goods, pack.message, 'copied');
        return {};
      },
      'handover.save': save,
      'handover.show': async ({ handoverId }) => {
        const found = folders[handoverId - 1];
        if (found === undefined || found.accountId !== session.accountId()) {
          throw new DeskError('not-found', 'There is no such folder.');
        }
        const folder = found.path;
        await access(folder).catch(() => {
          throw new DeskError('file', 'The folder is not there any more.', { code: 'folder-gone' });
        });
        desktop.showInFolder(join(folder, MESSAGE));
        return {};
      },
    },
  };
};
