import { inTurns } from '#core/platform/async/slices.ts';
import { linePieces, storedLines } from '#core/platform/text/stored-lines.ts';
import type { HostVariant, ListIssue } from '#shared/contract/lists.ts';
import { hasControl } from '#shared/domain/control-characters.ts';
import type { FormatId } from '#shared/domain/limits.ts';
import { hasLayout, layoutOf, parseProxyLine } from '#shared/domain/proxy-line.ts';
import { DeskError } from '#shared/result.ts';
import { createDuplicateCounter } from './duplicate-counter.ts';

interface StoredChunk {
  readonly variant: HostVariant;
  readonly lineCount: number;
  readonly stored: Uint8Array;
}

/** One answer of the service, ready for storing. */
export interface CollectedAnswer {
  readonly chunks: readonly StoredChunk[];
  readonly lines: Readonly<Record<HostVariant, number>>;
  /** Whether every line of the variant converts between formats 1 and 2. */
  readonly convertible: Readonly<Record<HostVariant, boolean>>;
  readonly duplicates: number;
  readonly issues: readonly ListIssue[];
}

interface Collector {
  /**
   * Adds an answer. `chunk` is the number of the request, starting at 1, and `asked` the number of lines that it
   * requested.
   */
  add(chunk: number, asked: number, texts: Readonly<Record<HostVariant, string>>): Promise<CollectedAnswer>;
}

/**
 * Yields an answer in parts small enough for one transaction each, with the same range of lines of both variants. All
 * warnings are in the first part, so that none is missing if the rest cannot be stored. Duplicates are counted with the
 * last one.
 */
export function* piecesOf(answer: CollectedAnswer): Generator<CollectedAnswer> {
  const of = (variant: HostVariant) => answer.chunks.filter((chunk) => chunk.variant === variant);
  const [domain, ip] = [of('domain'), of('ip')];
  const count = Math.max(1, domain.length, ip.length);
  for (let at = 0; at < count; at += 1) {
    yield {
      ...answer,
      chunks: [...domain.slice(at, at + 1), ...ip.slice(at, at + 1)],
      issues: at === 0 ? answer.issues : [],
      duplicates: at === count - 1 ? answer.duplicates : 0,
    };
  }
}

interface VariantResult {
  readonly chunks: readonly StoredChunk[];
  /** The number of lines that are kept. */
  readonly lines: number;
  /** The number of lines that are left out because they contain a control character or a line separator. */
  readonly leftOut: number;
  readonly convertible: boolean;
  readonly badLayout: number;
  /** The common layout of the bad lines, if they have one. */
  readonly otherLayout: FormatId | null;
  readonly duplicates: number;
}

const VARIANTS = ['domain', 'ip'] as const;

/** The maximum number of lines in an answer. No request asks for that many, and more could fill the memory. */
const MAX_LINES = 1_000_000;

/**
 * Creates the collector that turns the service's answers into stored chunks and notes deviations from the request. It
 * repairs nothing, and only leaves out lines that would become several lines or something else in a file. It works in
 * slices, because an answer may have any size. Throws `malformed`.
 */
export const createCollector = (formatId: FormatId): Collector => {
  const duplicates = createDuplicateCounter();
  const reportedMissing = new Set<HostVariant>();

  const checkAndPack = async (variant: HostVariant, text: string, counted: boolean): Promise<VariantResult> => {
    const chunks: StoredChunk[] = [];
    const result = { lines: 0, leftOut: 0, convertible: true, badLayout: 0, duplicates: 0 };
    const others = new Set<FormatId | null>();
    for await (const piece of inTurns(linePieces(text))) {
      const kept = piece.filter((line) => !hasControl(line));
      result.lines += kept.length;
      result.leftOut += piece.length - kept.length;
      if (result.lines + result.leftOut > MAX_LINES) {
        throw new DeskError('malformed', 'The answer holds too many lines.', { code: 'too-large' });
      }
      for (const line of kept) {
        const { convertible } = result;
        if (convertible && (formatId === 3 || parseProxyLine(line, formatId) === null)) result.convertible = false;
        if (hasLayout(line, formatId)) continue;
        result.badLayout += 1;
        others.add(layoutOf(line));
      }
      if (counted) result.duplicates += duplicates.add(kept);
      if (kept.length > 0) chunks.push({ variant, lineCount: kept.length, stored: storedLines(kept) });
    }
    const [other = null] = others;
    return { ...result, chunks, otherLayout: others.size === 1 ? other : null };
  };

  return {
    add: async (chunk, asked, texts) => {
      const domain = await checkAndPack('domain', texts.domain, true);
      const ip = await checkAndPack('ip', texts.ip, domain.lines === 0);
      const results = { domain, ip };
      const sizes = { domain: domain.lines + domain.leftOut, ip: ip.lines + ip.leftOut };
      const got = Math.max(sizes.domain, sizes.ip);
      const issues: ListIssue[] = [];
      if (got !== asked) {
        issues.push({ chunk, code: 'count', expected: String(asked), got: String(got), lines: Math.abs(got - asked) });
      }
      for (const variant of VARIANTS) {
        if (sizes[variant] > 0 || reportedMissing.has(variant)) continue;
        reportedMissing.add(variant);
        issues.push({ chunk, code: 'variant-missing', expected: variant, got: '', lines: got });
      }
      if (sizes.domain > 0 && sizes.ip > 0 && sizes.domain !== sizes.ip) {
        const lines = Math.abs(sizes.domain - sizes.ip);
        issues.push({ chunk, code: 'variants-differ', expected: `${sizes.domain}`, got: `${sizes.ip}`, lines });
      }
      const leftOut = Math.max(domain.leftOut, ip.leftOut);
      if (leftOut > 0) issues.push({ chunk, code: 'control-characters', expected: '', got: '', lines: leftOut });
      const worst = domain.badLayout >= ip.badLayout ? domain : ip;
      if (worst.badLayout > 0) {
        const layout = worst.otherLayout === null ? '' : String(worst.otherLayout);
        issues.push({ chunk, code: 'layout', expected: String(formatId), got: layout, lines: worst.badLayout });
      }
      return {
        chunks: VARIANTS.flatMap((variant) => results[variant].chunks),
        lines: { domain: domain.lines, ip: ip.lines },
        convertible: { domain: domain.convertible, ip: ip.convertible },
        duplicates: domain.duplicates + ip.duplicates,
        issues,
      };
    },
  };
};
