import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '#shared/domain/language.ts';
import * as en from '#shared/texts/en/index.ts';
import * as ru from '#shared/texts/ru/index.ts';
import { CHAPTERS, changeLogOf, helpFiles } from '../../../electron/dev/help/help-files.ts';
import { renderHelp } from '../../../electron/dev/help/render-help.ts';
import { projectRoot } from '../../../electron/dev/places.ts';
import { versionsOf } from '../../../electron/dev/release.ts';
import { escapePattern, flatten } from '../texts/texts.ts';

const folderOf = (language: Language): string => join(projectRoot, 'docs', 'manual', language);
const chapterOf = (language: Language, name: string): string =>
  readFileSync(join(folderOf(language), `${name}.md`), 'utf8');

const files = helpFiles();
const pageOf = (path: string): string => String(files.get(path) ?? '');
const all = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found);

/** The outline of a chapter: the depth of each heading, the pictures, and the steps of each numbered list. */
const outlineOf = (text: string): readonly string[] =>
  all(text, /^(#+ |\d+\. |\s*!\[[^\]]*\]\(pictures\/[\w-]+\.webp\)|```)/gm).map((part) =>
    part.replace(/!\[[^\]]*\]/, '!').trim(),
  );

describe('the manual', () => {
  it('has each chapter in both languages, with the same headings, steps and pictures', () => {
    for (const language of LANGUAGES) {
      const names = globSync('*.md', { cwd: folderOf(language) });
      expect(names.toSorted()).toEqual(CHAPTERS.map((name) => `${name}.md`).toSorted());
    }
    for (const name of CHAPTERS) {
      const outline = outlineOf(chapterOf('en', name));
      expect(outline.length, name).toBeGreaterThan(1);
      expect(outlineOf(chapterOf('ru', name)), name).toEqual(outline);
    }
  });

  it('shows every picture that was taken, and no other, all of them together below 3 MB', () => {
    let bytes = 0;
    for (const language of LANGUAGES) {
      const taken = globSync(join(folderOf(language), 'pictures', '*')).map((path) => basename(path));
      const shown = CHAPTERS.flatMap((name) => all(chapterOf(language, name), /\]\(pictures\/([^)]+)\)/g));
      expect(shown.toSorted()).toEqual(taken.toSorted());
      for (const name of taken) {
        const picture = readFileSync(join(folderOf(language), 'pictures', name));
        bytes += picture.length;
        expect(picture.toString('latin1', 8, 12), name).toBe('WEBP');
      }
    }
    expect(bytes).toBeLessThan(3_000_000);
  });

  it('describes each picture in words', () => {
    for (const language of LANGUAGES)
      for (const name of CHAPTERS)
        for (const words of all(chapterOf(language, name), /!\[([^\]]*)\]/g))
          expect(words.length, `${language}/${name}`).toBeGreaterThan(12);
  });

  it.each(LANGUAGES)('names buttons and fields as the window does (%s)', (language) => {
    const texts = [...flatten(language === 'en' ? en : ru).values()];
    /** Texts with values in them, as far as their own words are enough to recognise them. */
    const patterns = texts
      .map((text) => text.split(/\{\{[^}]*\}\}/))
      .filter((parts) => parts.join('').replace(/[^\p{L}]/gu, '').length > 4)
      .map((parts) => new RegExp(`^${parts.map(escapePattern).join('[^ ]+')}$`));
    const isKey = (name: string): boolean =>
      /^(?:(?:Ctrl|Alt|Shift)\+)*(?:F?\d|[A-Z?+]|Enter|Esc|Tab|Space|Down|Пробел|Вниз)$/.test(name);
    /** Whether the window has this text, maybe with values in it or with more after its first words. */
    const isShown = (name: string): boolean =>
      texts.includes(name) ||
      patterns.some((pattern) => pattern.test(name)) ||
      texts.some((text) => text.startsWith(`${name} `) || text.startsWith(`${name},`) || text.startsWith(`${name}:`));
    const named = CHAPTERS.flatMap((chapter) =>
      all(chapterOf(language, chapter), /\*\*([^*]+)\*\*/g).map((name) => ({ chapter, name })),
    );
    expect(named.length).toBeGreaterThan(100);
    const unknown = named.filter(
      ({ name }) => !isKey(name) && !name.split(' → ').every((part) => isShown(part.replaceAll('\n', ' '))),
    );
    expect(unknown).toEqual([]);
  });
});

describe('the change log', () => {
  /** The versions of a log, each with the number of its entries. */
  const outlineOfLog = (language: Language) =>
    versionsOf(readFileSync(changeLogOf(language), 'utf8')).map(({ version, text }) => ({
      version,
      entries: all(text, /^(- )/gm).length,
    }));

  it('has the same versions in both languages, with the same number of entries', () => {
    const [newest] = outlineOfLog('en');
    expect(newest?.entries).toBeGreaterThan(10);
    expect(outlineOfLog('ru')).toEqual(outlineOfLog('en'));
  });

  it('begins with the version of this build, so that an update shows what it brought', () => {
    const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { version: string };
    for (const language of LANGUAGES) expect(outlineOfLog(language)[0]?.version).toBe(version);
  });

  it('is written in the language of its reader', () => {
    const [latest] = versionsOf(readFileSync(changeLogOf('ru'), 'utf8'));
    const entries = latest?.text.split(/^- /m).slice(1) ?? [];
    expect(entries.filter((entry) => !/\p{Script=Cyrillic}{4}/u.test(entry))).toEqual([]);
  });
});

describe('the pages of the help', () => {
  const pages = LANGUAGES.flatMap((language) => [`${language}/manual.html`, `${language}/changes.html`]);

  it.each(pages)('%s has a target for each link and each picture, and nothing that leads out of the app', (path) => {
    const page = pageOf(path);
    const ids = all(page, /\sid="([^"]+)"/g);
    expect(new Set(ids).size).toBe(ids.length);
    const links = all(page, /<a (?:class="skip" )?href="([^"]+)"/g);
    expect(links.length).toBeGreaterThan(1);
    expect(links.filter((link) => !ids.includes(link.slice(1)) || !link.startsWith('#'))).toEqual([]);
    const pictures = all(page, /<img src="([^"]+)"/g).map((source) => `${path.split('/')[0]}/${source}`);
    expect(pictures.filter((source) => !files.has(source))).toEqual([]);
    expect(page).not.toMatch(/<script|https?:|\son\w+=|style="/);
  });

  it('contain every chapter in its language', () => {
    for (const language of LANGUAGES) {
      const page = pageOf(`${language}/manual.html`);
      expect(page).toContain(`<html lang="${language}">`);
      for (const name of CHAPTERS) expect(page).toContain(`<h2 id="${name}">`);
    }
  });

  it('show markup in a text as text, and refuse a link out of the manual', () => {
    const changes = '# Changes\n\n## 1.0.0\n\n- One.\n';
    const render = (text: string) =>
      renderHelp(() => ({ chapters: [{ name: 'one', text }], changes })).get('en/manual.html') ?? '';
    expect(render('# One\n\nA <script>alert(1)</script> here.')).toContain('&lt;script&gt;alert(1)');
    expect(() => render('# One\n\n[Away](https://example.com)')).toThrow('its window cannot open');
    expect(() => render('# One\n\n[Away](../../README.md)')).toThrow('its window cannot open');
    expect(() => render('Without a heading')).toThrow('has no heading');
  });

  it('take their style and fonts from files beside them', () => {
    const named = all(pageOf('help.css'), /url\("([^"]+)"\)/g);
    expect(named).toHaveLength(3);
    for (const name of named) expect(files.has(name), name).toBe(true);
  });
});
