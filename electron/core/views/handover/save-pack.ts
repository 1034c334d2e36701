import { outputChunks } from '#core/catalogue/lists/list-output.ts';
import type { ListReader } from '#core/catalogue/lists/list-reader.ts';
import { qrPng } from '#core/catalogue/vpn/qr-png.ts';
import { type FolderFile, type WrittenFolder, writeFolderAtomically } from '#core/platform/files/atomic-folder.ts';
import type { PartialBook } from '#core/platform/files/partial-book.ts';
import type { Settings } from '#shared/contract/settings.ts';
import type { HandoverGoods } from './goods.ts';
import { MESSAGE, type PackNames, packName } from './pack.ts';

interface PackToSave {
  readonly parent: string;
  readonly goods: HandoverGoods;
  readonly names: PackNames;
  readonly message: string;
  readonly lineEnding: Settings['lineEnding'];
  /** ms since the epoch, UTC. */
  readonly now: number;
  readonly partials: PartialBook;
}

/** Writes message, codes and lists as one folder, which gets its name only after every file was verified. */
export const savePack = async (reader: ListReader, pack: PackToSave): Promise<WrittenFolder> => {
  const name = packName(pack.goods.client, pack.now);
  return writeFolderAtomically(pack.parent, name, packFiles(reader, pack), pack.partials);
};

const packFiles = (reader: ListReader, { goods, names, message, lineEnding }: PackToSave): readonly FolderFile[] => {
  const end = lineEnding === 'lf' ? '\n' : '\r\n';
  const text = (lines: readonly string[]): Buffer => Buffer.from(lines.map((line) => line + end).join(''), 'utf8');
  const files: FolderFile[] = [{ name: MESSAGE, chunks: () => [text(message.split('\n'))] }];
  goods.subscriptions.forEach(({ url }, index) => {
    files.push({ name: names.qr[index] ?? '', chunks: () => [qrPng(url)] });
  });
  goods.lists.forEach(({ record, variant, formatId, lines }, index) => {
    const form = { from: formatId, to: formatId, lineEnding };
    const chunks = () => outputChunks(reader.texts(record.id, variant), form);
    files.push({ name: names.lists[index] ?? '', lines, chunks });
  });
  const { dedicatedLines } = goods;
  if (names.dedicated !== null) {
    files.push({ name: names.dedicated, lines: dedicatedLines.length, chunks: () => [text(dedicatedLines)] });
  }
  return files;
};
