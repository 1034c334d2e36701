import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const found = (patterns: readonly string[]): readonly string[] =>
  patterns.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).sort();

const SOURCES = found(['{electron,renderer,shared,tests}/**/*.{ts,tsx,css,sql,sh}', '*.config.ts']);
const PAGES = found(['*.md', 'docs/**/*.md', 'renderer/**/*.md']);

/** Names the anchors of headings as GitHub does. */
const anchorsOf = (page: string): ReadonlySet<string> =>
  new Set(
    [...page.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );

/** Returns why a page or an anchor in it cannot be opened, or `null` if it can. */
const problemOf = (path: string, anchor: string | undefined): string | null => {
  if (!existsSync(join(ROOT, path))) return `${path} does not exist`;
  if (anchor === undefined || anchorsOf(read(path)).has(anchor)) return null;
  return `${path} has no section #${anchor}`;
};

const problemsIn = (
  files: readonly string[],
  references: RegExp,
  target: (file: string, path: string) => string,
): readonly string[] =>
  files.flatMap((file) =>
    [...read(file).matchAll(references)].flatMap(([, path = '', anchor]) => {
      const problem = problemOf(target(file, path), anchor);
      return problem === null ? [] : [`${file}: ${problem}`];
    }),
  );

describe('a reference to the documentation', () => {
  it('leads from comments of the code to an existing page and section', () => {
    expect(SOURCES.length).toBeGreaterThan(500);
    expect(problemsIn(SOURCES, /\b(docs\/[\w/-]+\.md)(?:#([\w-]+))?/g, (_, path) => path)).toEqual([]);
  });

  it('names a page of this repository, because no comment names a document from elsewhere', () => {
    const foreign = /\bDESIGN(?:\.md| \d)|\bRESEARCH\b|\bANCHORS\b|\bAPI sections? \d|(?<!docs\/)\bapi\.md\b/;
    const own = relative(ROOT, fileURLToPath(import.meta.url));
    expect(SOURCES.filter((file) => file !== own && foreign.test(read(file)))).toEqual([]);
  });

  it('leads from one page to an existing page and section', () => {
    expect(PAGES).toContain('README.md');
    const inFile = (file: string, path: string): string =>
      path === '' ? file : relative(ROOT, join(ROOT, dirname(file), path));
    expect(problemsIn(PAGES, /\]\((?!https?:)([^)#\s]*)(?:#([\w-]+))?\)/g, inFile)).toEqual([]);
  });
});

describe('the folders and files that the pages name', () => {
  it('exist', () => {
    const path = /`((?:electron|renderer|shared|tests|resources|docs)\/[\w./-]*)`/g;
    const named = PAGES.flatMap((page) => [...read(page).matchAll(path)].map(([, name = '']) => ({ page, name })));
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter(({ name }) => !existsSync(join(ROOT, name)))).toEqual([]);
  });
});

/** Returns the files that a bullet names, with their folders; a name without a folder belongs to the last named folder. */
const filesOf = (bullet: string): readonly string[] => {
  let folder = '';
  return [...bullet.matchAll(/`([^`]+)`/g)].flatMap(([, name = '']) => {
    if (!/\.tsx?$/.test(name)) folder = name;
    return /\.tsx?$/.test(name) ? [name.includes('/') ? name : `${folder}/${name}`] : [];
  });
};

describe('the journeys in docs/architecture.md', () => {
  const [, journeys = ''] = /\n## Journeys\n([\s\S]*?)\n## /.exec(read('docs/architecture.md')) ?? [];
  const sections = journeys.split('\n### ').slice(1);
  const bulletsOf = (section: string): readonly string[] => section.split(/\n- /).slice(1);

  it('name existing files, each once, and as many as they say', () => {
    expect(sections.length).toBeGreaterThanOrEqual(4);
    for (const section of sections) {
      const files = bulletsOf(section).flatMap(filesOf);
      expect(new Set(files).size).toBe(files.length);
      expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
      const total = /\*\*(\d+) files\*\* of its own/.exec(section)?.[1];
      if (total !== undefined) expect(files).toHaveLength(Number(total));
    }
  });

  it('have correct sums', () => {
    for (const bullet of sections.flatMap(bulletsOf)) {
      const told = /\((\d+)\)\s*$/.exec(bullet.split('\n\n')[0] ?? '')?.[1];
      if (told !== undefined)
        expect({ bullet, files: filesOf(bullet).length }).toEqual({ bullet, files: Number(told) });
    }
  });
});
