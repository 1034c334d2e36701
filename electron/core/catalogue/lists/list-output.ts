import { linesOf } from '#core/platform/text/stored-lines.ts';
import type { FormatId } from '#shared/contract/lists.ts';
import { convertProxyLine } from '#shared/domain/proxy-line.ts';
import { DeskError } from '#shared/result.ts';

/** More would freeze other programs that read the clipboard; a file is better for them. */
export const MAX_COPIED_LINES = 100_000;

interface OutputForm {
  readonly from: FormatId;
  readonly to: FormatId;
  readonly lineEnding: 'lf' | 'crlf';
}

/** Returns the characters at the end of each line of a file. */
export const lineEndOf = (lineEnding: OutputForm['lineEnding']): '\n' | '\r\n' => (lineEnding === 'lf' ? '\n' : '\r\n');

/**
 * Converts a line. `assertFormat` guarantees that this works; a line that fails must never be written as something
 * else.
 */
export const convertLine = (line: string, from: FormatId, to: FormatId): string => {
  const converted = convertProxyLine(line, from, to);
  if (converted !== null) return converted;
  throw new DeskError('conflict', 'A line cannot be converted without guessing.', { code: 'format-ambiguous' });
};

/**
 * Turns stored text (each line ends with a line feed) into the bytes of the file. In the list's own format with `LF`
 * they are the stored bytes, unchanged.
 */
export async function* outputChunks(texts: AsyncIterable<Buffer>, form: OutputForm): AsyncGenerator<Buffer> {
  const asStored = form.from === form.to && form.lineEnding === 'lf';
  const end = lineEndOf(form.lineEnding);
  for await (const text of texts) {
    if (asStored) yield text;
    else {
      const lines = linesOf(text).map((line) => convertLine(line, form.from, form.to) + end);
      yield Buffer.from(lines.join(''), 'utf8');
    }
  }
}
