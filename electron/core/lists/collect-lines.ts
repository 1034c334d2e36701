import type { HostVariant, ListIssue } from '#shared/contract/lists.ts';
import type { FormatId } from '#shared/domain/limits.ts';
import { hasLayout, layoutOf, parseProxyLine } from '#shared/domain/proxy-line.ts';
import { nextTurn } from '../common/slices.ts';
import { createDuplicateCounter } from './duplicate-counter.ts';
import { STORED_CHUNK_LINES, splitLines, storedLines } from './list-text.ts';

export interface StoredChunk {
  readonly variant: HostVariant;
  readonly lineCount: number;
  readonly stored: Uint8Array;
}

/** One answer of the service, ready to be stored. */
export interface CollectedAnswer {
  readonly chunks: readonly StoredChunk[];
  readonly lines: Readonly<Record<HostVariant, number>>;
  /** Whether every line of the variant converts between formats 1 and 2. */
  readonly convertible: Readonly<Record<HostVariant, boolean>>;
  readonly duplicates: number;
  readonly issues: readonly ListIssue[];
}

export interface Collector {
  /** `chunk` is the number of the request, from 1; `asked` how many lines it asked for. */
  add(chunk: number, asked: number, texts: Readonly<Record<HostVariant, string>>): Promise<CollectedAnswer>;
}

/**
 * An answer in parts small enough for a transaction each: the same stretch of lines of both variants. Warnings come with
 * the first, so that none is missing if the rest cannot be stored; duplicates are counted with the last.
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
  readonly convertible: boolean;
  readonly badLayout: number;
  /** The layout the bad lines have, when it is one and the same. */
  readonly otherLayout: FormatId | null;
}

const VARIANTS = ['domain', 'ip'] as const;

/**
 * Makes stored chunks of the service's answers and notes what is not as it was asked for. Nothing is dropped, nothing
 * repaired. Works in steps of a few thousand lines, so that the window stays alive during an answer of any size.
 */
export const createCollector = (formatId: FormatId): Collector => {
  const duplicates = createDuplicateCounter();
  const reportedMissing = new Set<HostVariant>();

  const checkAndPack = async (variant: HostVariant, lines: readonly string[]): Promise<VariantResult> => {
    const chunks: StoredChunk[] = [];
    let convertible = true;
    let badLayout = 0;
    const others = new Set<FormatId | null>();
    for (let from = 0; from < lines.length; from += STORED_CHUNK_LINES) {
      if (from > 0) await nextTurn();
      const part = lines.slice(from, from + STORED_CHUNK_LINES);
      for (const line of part) {
        if (convertible && (formatId === 3 || parseProxyLine(line, formatId) === null)) convertible = false;
        if (hasLayout(line, formatId)) continue;
        badLayout += 1;
        others.add(layoutOf(line));
      }
      chunks.push({ variant, lineCount: part.length, stored: storedLines(part) });
    }
    const [other = null] = others;
    return { chunks, convertible, badLayout, otherLayout: others.size === 1 ? other : null };
  };

  const countDuplicates = async (lines: readonly string[]): Promise<number> => {
    let count = 0;
    for (let from = 0; from < lines.length; from += STORED_CHUNK_LINES) {
      if (from > 0) await nextTurn();
      count += duplicates.add(lines.slice(from, from + STORED_CHUNK_LINES));
    }
    return count;
  };

  return {
    add: async (chunk, asked, texts) => {
      const domain = splitLines(texts.domain);
      const ip = splitLines(texts.ip);
      const sizes = { domain: domain.length, ip: ip.length };
      const got = Math.max(domain.length, ip.length);
      const issues: ListIssue[] = [];
      if (got !== asked) {
        issues.push({ chunk, code: 'count', expected: String(asked), got: String(got), lines: Math.abs(got - asked) });
      }
      for (const variant of VARIANTS) {
        if (sizes[variant] > 0 || reportedMissing.has(variant)) continue;
        reportedMissing.add(variant);
        issues.push({ chunk, code: 'variant-missing', expected: variant, got: '', lines: got });
      }
      if (domain.length > 0 && ip.length > 0 && domain.length !== ip.length) {
        const lines = Math.abs(domain.length - ip.length);
        issues.push({ chunk, code: 'variants-differ', expected: `${domain.length}`, got: `${ip.length}`, lines });
      }
      const byDomain = await checkAndPack('domain', domain);
      const byIp = await checkAndPack('ip', ip);
      const worst = byDomain.badLayout >= byIp.badLayout ? byDomain : byIp;
      if (worst.badLayout > 0) {
        const got = worst.otherLayout === null ? '' : String(worst.otherLayout);
        issues.push({ chunk, code: 'layout', expected: String(formatId), got, lines: worst.badLayout });
      }
      return {
        chunks: [...byDomain.chunks, ...byIp.chunks],
        lines: sizes,
        convertible: { domain: byDomain.convertible, ip: byIp.convertible },
        duplicates: await countDuplicates(domain.length > 0 ? domain : ip),
        issues,
      };
    },
  };
};
