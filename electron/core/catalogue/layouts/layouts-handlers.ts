import type { DragOut } from '#core/catalogue/lists/drag-out.ts';
import { exportFileName, type NamedList, withExtension } from '#core/catalogue/lists/export-name.ts';
import { saveExport } from '#core/catalogue/lists/export-saver.ts';
import { countLinesOfVariant } from '#core/catalogue/lists/list-formats.ts';
import { lineEndOf, MAX_COPIED_LINES } from '#core/catalogue/lists/list-output.ts';
import { createListReader } from '#core/catalogue/lists/list-reader.ts';
import { findList } from '#core/catalogue/lists/list-repository.ts';
import { assertOutput } from '#core/catalogue/lists/save-list.ts';
import type { CommonDeps } from '#core/context.ts';
import type { FeatureHandlers } from '#core/handlers.ts';
import { requiredName } from '#core/platform/text/required-name.ts';
import { textsOf } from '#core/platform/text/texts.ts';
import { type LayoutSource, MAX_LAYOUT_NAME } from '#shared/contract/layouts.ts';
import type { FormatId, HostVariant } from '#shared/contract/lists.ts';
import type { Settings } from '#shared/contract/settings.ts';
import { type CompiledLayout, compileLayout, type LineLayout, layoutProblems } from '#shared/domain/line-layout.ts';
import { DeskError, invalidInput } from '#shared/result.ts';
import { assertLines, layoutChunks, layoutContent, type ProxySource, previewLayout } from './layout-output.ts';
import { allLayouts, removeLayout, saveLayout } from './layout-repository.ts';
import { dedicatedProxies, proxiesOfList } from './proxy-source.ts';

interface LayoutsDeps
  extends CommonDeps<
    'db' | 'clock' | 'emit' | 'session' | 'dialogs' | 'partials' | 'desktop' | 'language' | 'assumedZone'
  > {
  readonly dragOut: DragOut;
  readonly settings: () => Pick<Settings, 'lineEnding' | 'fileNameTemplate'>;
}

/** The number of lines that a preview shows. */
const SHOWN_LINES = 5;
/** The name in a file name if the proxies are not those of one list. */
const DEDICATED = 'dedicated';

/** The proxies of a request, and what a file of them is called and recorded as. */
interface Opened {
  readonly source: ProxySource;
  readonly named: NamedList;
  readonly title: string;
  readonly listId: number | null;
  readonly variant: HostVariant;
  readonly formatId: FormatId;
  /** At most as many lines can come of it. */
  readonly most: number;
}

/** Answers the requests of the feature "layouts": lists and dedicated proxies in layouts of other tools and of one's own. */
export const layoutsHandlers = (deps: LayoutsDeps): FeatureHandlers<'layouts'> => {
  const { db, clock, emit, session, desktop, settings } = deps;
  const reader = createListReader(db);
  const t = textsOf(deps.language);

  const compiled = (layout: LineLayout, lineEnd: string) => {
    const [problem] = layoutProblems(layout);
    if (problem !== undefined) throw invalidInput('The layout cannot be used.', problem);
    return compileLayout(layout, lineEnd);
  };

  const open = (wanted: LayoutSource): Opened => {
    const accountId = session.accountId();
    if (wanted.from === 'proxies') {
      return {
        source: () => dedicatedProxies(deps, accountId, wanted.proxyIds),
        named: {
          clientName: DEDICATED,
          clientKey: DEDICATED,
          messengerId: null,
          recipe: { poolType: DEDICATED, countries: [] },
        },
        title: t('files:proxies'),
        listId: null,
        variant: 'ip',
        formatId: 1,
        most: wanted.proxyIds.length,
      };
    }
    const { listId, variant } = wanted;
    const list = findList(db, accountId, listId);
    const { formatId } = list.recipe;
    assertOutput(list, { variant, formatId });
    const source = () => proxiesOfList(reader, list, variant);
    const most = countLinesOfVariant(list, variant);
    return { source, named: list, title: list.title, listId, variant, formatId, most };
  };

  const copy = async ({ source, most }: Opened, wanted: LineLayout) => {
    if (most > MAX_COPIED_LINES) {
      const params = { max: MAX_COPIED_LINES, count: most };
      throw new DeskError('conflict', 'Too many lines to copy.', { code: 'too-many-to-copy', params });
    }
    const layout = compiled(wanted, '\n');
    const count = await previewLayout(source, layout, 0);
    assertLines(count);
    const parts: Buffer[] = [];
    for await (const part of layoutChunks(source, layout)) parts.push(part);
    // The mark of the encoding belongs to files alone.
    const text = Buffer.concat(parts)
      .toString('utf8')
      .replace(/^\ufeff/, '');
    desktop.writeClipboard(text.slice(0, text.endsWith('\r\n') ? -2 : -1), { secret: true });
    return { lines: count.lines, leftOut: [...count.leftOut] };
  };

  const compiledForFile = (wanted: LineLayout): CompiledLayout => compiled(wanted, lineEndOf(settings().lineEnding));

  const nameOfFile = (
    { named, variant, formatId }: Pick<Opened, 'named' | 'variant' | 'formatId'>,
    { extension }: CompiledLayout,
    count: number,
  ): string => {
    const name = exportFileName(settings().fileNameTemplate, named, { formatId, variant, count }, clock.now());
    return withExtension(name, extension);
  };

  /** Writes a list into a file that can be dragged. */
  const prepareDrag = (listId: number, variant: HostVariant, wanted: LineLayout): Promise<string> => {
    const { source, ...opened } = open({ from: 'list', listId, variant });
    const layout = compiledForFile(wanted);
    // The name may contain the number of lines, which is not counted again for a file that is ready.
    const nameWithoutCount = nameOfFile(opened, layout, 0);
    const key = JSON.stringify([listId, variant, settings().lineEnding, wanted, nameWithoutCount]);
    return deps.dragOut.prepare(key, async () => {
      const count = await previewLayout(source, layout, 0);
      assertLines(count);
      return { name: nameOfFile(opened, layout, count.lines), chunks: () => layoutChunks(source, layout) };
    });
  };

  const saveFile = async ({ source, named, title, ...opened }: Opened, wanted: LineLayout, name: string) => {
    const accountId = session.accountId();
    const { listId, variant, formatId } = opened;
    const layout = compiledForFile(wanted);
    const { lines, leftOut } = await previewLayout(source, layout, 0);
    assertLines({ lines, leftOut });
    const record = await saveExport(deps, accountId, {
      dialogTitle: t('files:dialogs.saveList'),
      suggestedName: nameOfFile({ named, variant, formatId }, layout, lines),
      extension: layout.extension,
      listId,
      listTitle: title,
      formatId,
      variant,
      ...layoutContent(source, { name: name.trim(), layout }, lines),
    });
    if (record === null) return null;
    emit('lists.exported', { exportId: record.id, listId });
    return { export: record, leftOut: [...leftOut] };
  };

  return {
    'layouts.list': () => allLayouts(db, session.accountId()),
    'layouts.save': ({ name: typed, layout }) => {
      const name = requiredName('name', typed, MAX_LAYOUT_NAME);
      const problems = layoutProblems(layout);
      if (problems.length > 0) throw invalidInput('The layout cannot be used.', ...problems);
      const saved = saveLayout(db, session.accountId(), { name, layout, createdAt: clock.now() });
      return saved;
    },
    'layouts.remove': ({ layoutId }) => {
      removeLayout(db, session.accountId(), layoutId);
      return {};
    },
    'layouts.preview': async ({ source, layout }) => {
      const {
        lines: total,
        leftOut,
        shown,
      } = await previewLayout(open(source).source, compiled(layout, '\n'), SHOWN_LINES);
      return { lines: [...shown], total, leftOut: [...leftOut] };
    },
    'layouts.copy': async ({ source, layout }) => copy(open(source), layout),
    'layouts.prepareDrag': async ({ listId, variant, layout }) => {
      await prepareDrag(listId, variant, layout);
      return {};
    },
    'layouts.drag': async ({ listId, variant, layout }) => ({
      started: await deps.dragOut.drag(prepareDrag(listId, variant, layout)),
    }),
    'layouts.export': async ({ source, layout, name }) => saveFile(open(source), layout, name),
  };
};
