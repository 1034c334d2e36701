import { lineEndOf, outputChunks } from '#core/catalogue/lists/list-output.ts';
import type { ListReader } from '#core/catalogue/lists/list-reader.ts';
import { qrPng } from '#core/catalogue/vpn/qr-png.ts';
import { type FolderFile, type WrittenFolder, writeFolderAtomically } from '#core/platform/files/atomic-folder.ts';
import type { PartialBook } from '#core/platform/files/partial-book.ts';
import type { Settings } from '#shared/contract/settings.ts';
import type { HandedList, HandoverGoods } from './goods.ts';
import { MESSAGE, type PackNames, packName } from './pack.ts';

type LineEnding = Settings['lineEnding'];

interface PackToSave {
  readonly parent: string;
  readonly goods: HandoverGoods;
  readonly names: PackNames;
  readonly message: string;
  readonly lineEnding: LineEnding;
  /** ms since the epoch, UTC. */
  readonly now: number;
  readonly partials: PartialBook;
}

/** Writes message, codes and lists as one folder, which gets its name only after every file was verified. */
export const savePack = async (reader: ListReader, pack: PackToSave): Promise<WrittenFolder> => {
  const name = packName(pack.goods.client, pack.now);
  return writeFolderAtomically(pack.parent, name, packFiles(reader, pack), pack.partials);
};

const packFiles = (reader: ListReader, { goods, names, message, lineEnding }: PackToSave): readonly FolderFile[] => [
  { name: MESSAGE, chunks: () => [textOf(message.split('\n'), lineEnding)] },
  ...goods.subscriptions.map(({ url }, index) => ({ name: names.qr[index] ?? '', chunks: () => [qrPng(url)] })),
  ...goods.lists.map((list, index) => listFile(reader, list, names.lists[index] ?? '', lineEnding)),
  ...(names.dedicated === null ? [] : [dedicatedFile(goods, names.dedicated, lineEnding)]),
];

const textOf = (lines: readonly string[], lineEnding: LineEnding): Buffer => {
  const end = lineEndOf(lineEnding);
  return Buffer.from(lines.map((line) => line + end).join(''), 'utf8');
};

/** Returns the file of a list. */
export const listFile = (
  reader: ListReader,
  { record, variant, formatId, lines }: HandedList,
  name: string,
  lineEnding: LineEnding,
): FolderFile => {
  const form = { from: formatId, to: formatId, lineEnding };
  return { name, lines, chunks: () => outputChunks(reader.texts(record.id, variant), form) };
};

/** Returns the file of the dedicated proxies. */
export const dedicatedFile = (
  { dedicatedLines }: Pick<HandoverGoods, 'dedicatedLines'>,
  name: string,
  lineEnding: LineEnding,
): FolderFile => ({ name, lines: dedicatedLines.length, chunks: () => [textOf(dedicatedLines, lineEnding)] });
