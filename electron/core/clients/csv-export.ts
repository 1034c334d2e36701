import { basename } from 'node:path';
import { joinTags } from '#shared/domain/client-fields.ts';
import { CSV_HEADERS } from '#shared/domain/csv-columns.ts';
import { CSV_BOM, csvLine } from '#shared/domain/csv-writer.ts';
import type { Language } from '#shared/domain/language.ts';
import { createBreather } from '../common/slices.ts';
import { writeFileAtomically } from '../files/atomic-file.ts';
import type { ClientRepository } from './client-repository.ts';

const ROWS = 200;

/**
 * Writes the clients as a file that Excel opens right: UTF-8 with a byte-order mark, semicolons, CRLF, no cell that
 * could run as a formula. Our own import reads it back without loss. Throws DeskError `file`.
 */
export const exportClients = async (
  path: string,
  clientIds: readonly number[],
  language: Language,
  deps: { readonly accountId: string; readonly repository: ClientRepository },
): Promise<{ fileName: string; rows: number }> => {
  const { accountId, repository } = deps;
  const titles = CSV_HEADERS[language];
  let rows = 0;

  async function* chunks(): AsyncGenerator<Uint8Array> {
    const breathe = createBreather();
    yield Buffer.from(CSV_BOM + csvLine([titles.messengerId, titles.clientKey, titles.name, titles.tags, titles.note]));
    for (let from = 0; from < clientIds.length; from += ROWS) {
      await breathe();
      const page = repository.rows(accountId, clientIds.slice(from, from + ROWS));
      rows += page.length;
      const lines = page.map((row) =>
        csvLine([row.messengerId, row.clientKey, row.name, joinTags(row.tags), row.note]),
      );
      yield Buffer.from(lines.join(''));
    }
  }

  const written = await writeFileAtomically(path, chunks());
  return { fileName: basename(written.path), rows };
};
