import type { ExportContent } from '#core/catalogue/lists/export-writer.ts';
import { nextTurn } from '#core/platform/async/slices.ts';
import type { LeftOutCount } from '#shared/contract/layouts.ts';
import type { CompiledLayout, LaidOutProxy, LeftOutReason } from '#shared/domain/line-layout.ts';
import { DeskError } from '#shared/result.ts';
import type { NamedLayout } from './chosen-layout.ts';
import type { SourceProxy } from './proxy-source.ts';

/** Returns the proxies from the beginning, each time that it is called. */
export type ProxySource = () => AsyncIterable<readonly SourceProxy[]>;

/** The result of a layout for a source. */
export interface LayoutCount {
  readonly lines: number;
  readonly leftOut: readonly LeftOutCount[];
}

const SHOWN_PASSWORD = '********';

/** Yields the lines in pieces, in the order of the source. `onLeftOut` is called for each proxy without a line. */
async function* layOutAll(
  source: ProxySource,
  { layOut }: CompiledLayout,
  onLeftOut: (reason: LeftOutReason) => void = () => {},
): AsyncGenerator<readonly { readonly line: string; readonly proxy: LaidOutProxy }[]> {
  let number = 1;
  for await (const piece of source()) {
    await nextTurn();
    const lines: { line: string; proxy: LaidOutProxy }[] = [];
    for (const proxy of piece) {
      const laidOut = 'reason' in proxy ? proxy : layOut(proxy, number);
      if ('reason' in laidOut) onLeftOut(laidOut);
      else if (!('reason' in proxy)) {
        lines.push({ line: laidOut.line, proxy });
        number += 1;
      }
    }
    yield lines;
  }
}

/** Counts the lines and the proxies without one, and returns the first lines with masked passwords. */
export const previewLayout = async (
  source: ProxySource,
  layout: CompiledLayout,
  shown: number,
): Promise<LayoutCount & { readonly shown: readonly string[] }> => {
  const counts = new Map<string, LeftOutCount>();
  const first: string[] = [];
  let lines = 0;
  const count = ({ reason, field }: LeftOutReason): void => {
    const key = `${reason} ${field ?? ''}`;
    counts.set(key, { reason, field, count: (counts.get(key)?.count ?? 0) + 1 });
  };
  for await (const piece of layOutAll(source, layout, count)) {
    for (const { proxy } of piece.slice(0, shown - first.length)) {
      const masked = layout.layOut({ ...proxy, password: SHOWN_PASSWORD }, first.length + 1);
      first.push('line' in masked ? masked.line : SHOWN_PASSWORD);
    }
    lines += piece.length;
  }
  return { lines, leftOut: [...counts.values()], shown: first };
};

/** Throws `conflict` if a layout makes no line at all. */
export const assertLines = ({ lines }: LayoutCount): void => {
  if (lines === 0) throw new DeskError('conflict', 'No proxy fits this layout.', { code: 'no-layout-lines' });
};

/** Yields the bytes of the file: head, lines and foot. */
export async function* layoutChunks(source: ProxySource, layout: CompiledLayout): AsyncGenerator<Buffer> {
  const { head, between, foot } = layout;
  if (head !== '') yield Buffer.from(head, 'utf8');
  let isFirst = true;
  for await (const piece of layOutAll(source, layout)) {
    if (piece.length === 0) continue;
    const text = piece.map(({ line }) => line).join(between);
    yield Buffer.from(isFirst ? text : between + text, 'utf8');
    isFirst = false;
  }
  yield Buffer.from(foot, 'utf8');
}

const countFeeds = (text: string): number => text.split('\n').length - 1;

/** Returns the number of line feeds in the file, by which it is checked when it was written. */
const lineFeedsOf = ({ head, between, foot }: CompiledLayout, lines: number): number =>
  countFeeds(head) + countFeeds(between) * (lines - 1) + countFeeds(foot);

/** Returns the content of a file with all lines of a source. `lines` is their number, as `previewLayout` counts them. */
export const layoutContent = (
  source: ProxySource,
  { name, layout }: NamedLayout,
  lines: number,
): Pick<ExportContent, 'layout' | 'lineCount' | 'lineFeeds' | 'chunks'> => ({
  layout: name,
  lineCount: lines,
  lineFeeds: lineFeedsOf(layout, lines),
  chunks: () => layoutChunks(source, layout),
});
