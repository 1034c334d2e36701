import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import jsqr from 'jsqr';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ownTemplate } from '#core/views/handover/templates.ts';
import type { ProcedureInput } from '#shared/contract/index.ts';
import { OWN_FILE, OWN_FOLDER, rightsOf } from '../../support/file-rights.ts';
import { readPng } from '../../support/read-png.ts';
import { createSkippingClock } from '../../support/skipping-clock.ts';
import { buy, held, idsOf } from '../dedicated/dedicated-desk.ts';
import { type ListsDesk, startListsDesk } from '../lists/lists-desk.ts';
import { createVpnActions } from '../vpn/vpn-desk.ts';

let desk: ListsDesk;
beforeEach(async () => {
  desk = await startListsDesk();
});
afterEach(() => desk.close());

type Pack = ProcedureInput<'handover.copy'>;
const pack = (change: Partial<Pack> = {}): Pack => ({
  clientId: desk.clientId,
  language: 'en',
  template: ownTemplate('en'),
  uuids: [],
  listIds: [],
  dedicated: false,
  ...change,
});

/** Buys a subscription and returns its link, as the service has it. */
const buyVpn = async (clientId = desk.clientId): Promise<{ uuid: string; url: string }> => {
  const actions = createVpnActions(desk);
  await actions.buy(clientId, 1);
  const { subscriptions } = await actions.refresh(clientId);
  const uuid = subscriptions.find(({ boughtHere }) => boughtHere)?.uuid ?? '';
  return { uuid, url: (await desk.call('vpn.revealLink', { clientId, uuid })).url };
};

const savePack = async (change: Partial<Pack>) => {
  desk.dialogs.folderQueue.push(desk.folder);
  const saved = await desk.call('handover.save', pack(change));
  return { ...saved, path: join(desk.folder, saved?.folder ?? '') };
};

describe('a hand-over', () => {
  it('contains no proxies that became another client’s while its dialog was open', async () => {
    const boris = await desk.call('clients.add', { messengerId: 9, clientKey: 'boris', name: 'B', note: '', tags: [] });
    const { uuid } = await buyVpn();
    await buy(desk, { clientId: desk.clientId, count: 1 });
    const proxies = await held(desk);
    const proxyIds = idsOf(proxies);
    const ip = proxies[0]?.ip ?? '';
    const assignTo = (clientId: number) => desk.call('dedicated.assign', { proxyIds, clientId });
    const { chooseFolder, saveFile } = desk.dialogs;
    desk.dialogs.chooseFolder = async (asked) => {
      await assignTo(boris.id);
      return chooseFolder(asked);
    };
    desk.dialogs.saveFile = async (asked) => {
      await assignTo(boris.id);
      return saveFile(asked);
    };
    const wanted = { uuids: [uuid], dedicated: true };
    const { path } = await savePack(wanted);
    for (const name of await readdir(path)) expect(await readFile(join(path, name), 'utf8')).not.toContain(ip);

    await assignTo(desk.clientId);
    const page = join(desk.folder, 'page.html');
    desk.dialogs.saveQueue.push(page);
    await desk.call('handover.savePage', pack(wanted));
    expect(await readFile(page, 'utf8')).not.toContain(ip);
  });

  it('offers everything the client has, and proposes running goods and the newest list', async () => {
    const { uuid } = await buyVpn();
    await desk.generate();
    const newest = await desk.generate({ countries: ['us'] });
    const options = await desk.call('handover.options', { clientId: desk.clientId });
    expect(options.subscriptions.find((one) => one.uuid === uuid)).toMatchObject({ suggested: true });
    expect(
      options.subscriptions.filter(({ status }) => status === 'EXPIRED').map(({ suggested }) => suggested),
    ).not.toContain(true);
    expect(options.lists.map(({ id, suggested }) => [id === newest.id, suggested])).toEqual([
      [true, true],
      [false, false],
    ]);
  });

  it('says that the subscriptions of a client were never read', async () => {
    const unread = { messengerId: 31, clientKey: 'unread', name: 'Unread', note: '', tags: [] };
    const { id: clientId } = await desk.call('clients.add', unread);
    expect((await desk.call('handover.options', { clientId })).vpnAsOf).toBeNull();
    const { asOf } = await desk.call('vpn.refresh', { clientId });
    expect((await desk.call('handover.options', { clientId })).vpnAsOf).toBe(asOf);
  });

  it('shows the message masked, and whole on request', async () => {
    const { uuid, url } = await buyVpn();
    const few = await desk.generate({ quantity: 3 });
    const lines = await desk.allLines(few);
    const masked = await desk.call('handover.preview', {
      ...pack({ uuids: [uuid], listIds: [few.id] }),
      reveal: false,
    });
    expect(masked.text).toContain('Hello, Анна!');
    expect(masked.text).toContain(`https://${new URL(url).host}/••••`);
    expect(masked.text).not.toContain(url);
    for (const line of lines) expect(masked.text).not.toContain(line.split(':')[3] ?? line);
    const shown = await desk.call('handover.preview', { ...pack({ uuids: [uuid], listIds: [few.id] }), reveal: true });
    expect(shown.text).toContain(url);
    expect(shown.text).toContain(lines.join('\n'));
    expect(shown.files).toEqual(['message.txt', 'qr.png', expect.stringMatching(/\.txt$/)]);
  });

  it('is copied as a secret, and recorded in the client’s history without its contents', async () => {
    const { uuid, url } = await buyVpn();
    await desk.call('handover.copy', pack({ uuids: [uuid] }));
    expect(desk.desktop.copied).toEqual([{ text: expect.stringContaining(url), secret: true }]);
    const { rows } = await desk.call('purchases.timeline', { clientId: desk.clientId, offset: 0, limit: 10 });
    const event = { name: 'handed-over', how: 'copied', subscriptions: 1, lines: 0 };
    expect(rows.find(({ kind }) => kind === 'event')).toMatchObject({ event });
    expect(JSON.stringify(rows)).not.toContain(url);
  });

  it('saves a folder with the message, a code that scans, and the list byte for byte', async () => {
    const { uuid, url } = await buyVpn();
    const list = await desk.generate({ quantity: 40 });
    const { path, files } = await savePack({ uuids: [uuid], listIds: [list.id] });
    expect((await readdir(path)).sort()).toEqual([...(files ?? [])].sort());
    const [message = '', qr = '', name = ''] = files ?? [];
    const text = await readFile(join(path, message), 'utf8');
    expect(text).toContain(url);
    expect(text).toContain(`40 proxies in the file ${name}`);
    const picture = readPng(await readFile(join(path, qr)));
    expect(jsqr(picture.pixels, picture.width, picture.height)?.data).toBe(url);
    expect(await readFile(join(path, name), 'utf8')).toBe(
      (await desk.allLines(list)).map((line) => `${line}\n`).join(''),
    );
    for (const file of await readdir(path)) expect(await rightsOf(join(path, file))).toBe(OWN_FILE);
    expect(await rightsOf(path)).toBe(OWN_FOLDER);
    // The list's file is in the history of exports like any other and is found unchanged.
    const { rows } = await desk.call('lists.exports', { offset: 0, limit: 10 });
    expect(rows).toMatchObject([{ listId: list.id, path: join(path, name), lineCount: 40, exists: true }]);
    expect(await desk.call('lists.verifyExport', { exportId: rows[0]?.id ?? 0 })).toEqual({ status: 'same' });
  });

  it('makes sense for a client with proxies alone, dedicated ones too', async () => {
    await desk.call('dedicated.countries', { ipv: 4 });
    await buy(desk, { count: 2, clientId: desk.clientId });
    expect(await desk.call('handover.options', { clientId: desk.clientId })).toMatchObject({ dedicated: 2 });
    const { path, files } = await savePack({ dedicated: true });
    const text = await readFile(join(path, 'message.txt'), 'utf8');
    expect(text).not.toContain('VPN');
    const proxies = await readFile(join(path, files?.[1] ?? ''), 'utf8');
    expect(proxies.trimEnd().split('\n')).toHaveLength(2);
    expect(text).toContain(proxies.trimEnd());
    expect(files).toHaveLength(2);
  });

  it('uses names that every file system accepts, and never touches an existing folder', async () => {
    const client = await desk.call('clients.get', { clientId: desk.clientId });
    const { messengerId, clientKey, note, tags } = client;
    const name = `CON: <a/b\\c>? ${'я'.repeat(150)}.`;
    await desk.call('clients.update', { clientId: client.id, messengerId, clientKey, note, tags, name });
    const one = await desk.generate({ quantity: 2 });
    const two = await desk.generate({ quantity: 2 });
    const first = await savePack({ listIds: [one.id, two.id] });
    await writeFile(join(first.path, 'message.txt'), 'edited by hand');
    const second = await savePack({ listIds: [one.id, two.id] });
    expect(second.folder).toBe(`${first.folder} (2)`);
    expect(await readFile(join(first.path, 'message.txt'), 'utf8')).toBe('edited by hand');
    expect(first.folder).not.toMatch(/[<>:"/\\|?*]|[. ]$/);
    expect(Buffer.byteLength(first.folder ?? '')).toBeLessThan(230);
    // Two lists of one kind on one day would have one name, but both files exist.
    expect(new Set((await readdir(first.path)).map((name) => name.toLowerCase())).size).toBe(3);
  });

  it('leaves nothing behind when it cannot be written', async () => {
    const list = await desk.generate({ quantity: 2 });
    for (const [place, code] of [
      [join(desk.folder, 'gone'), 'folder-missing'],
      [join(desk.folder, 'a-file'), 'folder-missing'],
    ] as const) {
      if (place.endsWith('a-file')) await writeFile(place, '');
      desk.dialogs.folderQueue.push(place);
      expect((await desk.callError('handover.save', pack({ listIds: [list.id] }))).details?.code).toBe(code);
    }
    expect(await readdir(desk.folder)).toEqual(['a-file']);
    expect(await desk.call('handover.save', pack({ listIds: [list.id] }))).toBeNull();
    const { rows } = await desk.call('purchases.timeline', { clientId: desk.clientId, offset: 0, limit: 10 });
    expect(rows.filter(({ kind }) => kind === 'event' || kind === 'export')).toEqual([]);
  });

  it('contains only this client’s goods', async () => {
    const other = await desk.call('clients.add', { messengerId: 9, clientKey: 'other', name: '', note: '', tags: [] });
    const list = await desk.generate({ quantity: 2 });
    const { uuid } = await buyVpn();
    for (const change of [{ listIds: [list.id] }, { uuids: [uuid] }, { listIds: [99_999] }, { uuids: ['none'] }]) {
      const error = await desk.callError('handover.copy', pack({ clientId: other.id, ...change }));
      expect(error.kind).toBe('not-found');
    }
    expect(desk.desktop.copied).toEqual([]);
  });

  it('is about what the client’s state calls for, and is remembered with its occasion', async () => {
    await desk.close();
    const clock = createSkippingClock();
    desk = await startListsDesk({ clock });
    const options = () => desk.call('handover.options', { clientId: desk.clientId });
    const { uuid, url } = await buyVpn();
    expect((await options()).message).toBe('new-goods');
    await desk.call('handover.copy', pack({ uuids: [uuid] }));
    const expiresAt = (await options()).subscriptions.find((one) => one.uuid === uuid)?.expiresAt ?? 0;
    await desk.call('settings.update', { lowTrafficGb: 0 });
    clock.skip(expiresAt - clock.now() - 3 * 86_400_000);
    const soon = await options();
    expect(soon.message).toBe('ending');
    expect(soon.subscriptions.find((one) => one.uuid === uuid)).toMatchObject({ suggested: true, endsSoon: true });
    await desk.call('handover.copy', pack({ uuids: [uuid], message: 'ending', template: ownTemplate('en', 'ending') }));
    const text = desk.desktop.copied.at(-1)?.text ?? '';
    expect(text).toContain('(3 days left)');
    expect(text).not.toContain(url);
    clock.skip(800 * 86_400_000);
    expect((await options()).message).toBe('ended');
    const { rows } = await desk.call('purchases.timeline', { clientId: desk.clientId, offset: 0, limit: 10 });
    const events = rows.flatMap((row) => (row.kind === 'event' ? [row.event] : []));
    expect(events).toMatchObject([{ message: 'ending' }, { message: 'new-goods' }]);
  });

  it('has one-tap links of the chosen apps, masked like the link itself', async () => {
    const { uuid, url } = await buyVpn();
    const template = '{apps}\n\nOne: {clash}';
    const wanted = pack({ uuids: [uuid], template, apps: ['hiddify', 'happ'] });
    const shown = await desk.call('handover.preview', { ...wanted, reveal: true });
    expect(shown.text).toBe(
      [
        `Happ: happ://add/${url}`,
        `Hiddify: hiddify://import/${url}`,
        '',
        `One: clash://install-config?url=${encodeURIComponent(url)}`,
      ].join('\n'),
    );
    const masked = await desk.call('handover.preview', { ...wanted, reveal: false });
    expect(masked.text).toContain('Happ: happ://••••');
    expect(masked.text).not.toContain(new URL(url).pathname);
  });

  it('is saved as a page for a phone, readable by its owner alone, and shown in its folder', async () => {
    const { uuid, url } = await buyVpn();
    const path = join(desk.folder, 'page.html');
    desk.dialogs.saveQueue.push(path);
    const saved = await desk.call('handover.savePage', pack({ uuids: [uuid], apps: ['happ'] }));
    expect(saved?.fileName).toBe('page.html');
    const html = await readFile(path, 'utf8');
    expect(html).toContain(`href="happ://add/${url}"`);
    expect(html).toContain('Анна');
    expect(await rightsOf(path)).toBe(OWN_FILE);
    await desk.call('handover.show', { handoverId: saved?.handoverId ?? 0 });
    expect(desk.desktop.shown).toEqual([path]);
    const { rows } = await desk.call('purchases.timeline', { clientId: desk.clientId, offset: 0, limit: 10 });
    expect(rows.find(({ kind }) => kind === 'event')).toMatchObject({ event: { how: 'page', message: 'new-goods' } });
    expect(JSON.stringify(rows)).not.toContain(url);
    await rm(path);
    expect((await desk.callError('handover.show', { handoverId: saved?.handoverId ?? 0 })).details?.code).toBe(
      'file-missing',
    );
  });

  it('makes no page without goods, nor when the dialog is closed', async () => {
    const error = await desk.callError('handover.savePage', pack());
    expect(error.details?.problems).toEqual([{ field: 'goods', code: 'page-empty' }]);
    const { uuid } = await buyVpn();
    expect(await desk.call('handover.savePage', pack({ uuids: [uuid] }))).toBeNull();
    expect(await readdir(desk.folder)).toEqual([]);
  });

  it('is refused when it is empty, and leads only to folders that it made', async () => {
    for (const template of ['', '  \n ', '{link}']) {
      expect(await desk.callError('handover.copy', pack({ template }))).toMatchObject({
        kind: 'invalid-input',
        details: { problems: [{ field: 'template', code: 'message-empty' }] },
      });
    }
    expect(await desk.callError('handover.show', { handoverId: 1 })).toMatchObject({ kind: 'not-found' });
    const { handoverId, path } = await savePack({ template: 'Hello' });
    await desk.call('handover.show', { handoverId: handoverId ?? 0 });
    expect(desk.desktop.shown).toEqual([join(path, 'message.txt')]);
  });
});

describe('the texts of a hand-over', () => {
  it('are stored for each language, across a restart, until the original is restored', async () => {
    await desk.call('handover.saveTemplate', { language: 'ru', text: 'Привет, {name}!' });
    await desk.restart();
    expect(await desk.call('handover.templates', {})).toMatchObject({
      ru: { 'new-goods': { id: expect.any(Number), text: 'Привет, {name}!', isDefault: false } },
      en: { 'new-goods': { id: null, text: ownTemplate('en'), isDefault: true } },
    });
    const reset = await desk.call('handover.saveTemplate', { language: 'ru', text: null });
    expect(reset.ru['new-goods']).toMatchObject({ text: ownTemplate('ru'), isDefault: true });
  });

  it('are separate for each occasion', async () => {
    await desk.call('handover.saveTemplate', { language: 'en', message: 'debt', text: 'Please pay {debt}.' });
    const { en, ru } = await desk.call('handover.saveTemplate', {
      language: 'en',
      message: 'ended',
      text: 'It is over.',
    });
    expect(en.debt).toMatchObject({ text: 'Please pay {debt}.', isDefault: false });
    expect(en.ended).toMatchObject({ text: 'It is over.', isDefault: false });
    expect(en['new-goods']).toMatchObject({ text: ownTemplate('en'), isDefault: true });
    expect(ru.debt).toMatchObject({ text: ownTemplate('ru', 'debt'), isDefault: true });
  });
});
