import { globSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { Language } from '#shared/domain/language.ts';
import { type HelpSource, renderHelp } from './render-help.ts';

/** Paths begin in the project's folder: the build's own files are bundled, so they cannot begin in the folder of this one. */

/** The order of the chapters. Each is a file of `docs/manual/en` and of `docs/manual/ru`. */
export const CHAPTERS = [
  'first-steps',
  'clients',
  'sell-a-month',
  'traffic-and-lists',
  'dedicated',
  'standing-orders',
  'money',
  'telegram',
  'shared-desk',
  'scripts',
  'backup',
  'when-something-fails',
  'privacy-and-accessibility',
] as const;

const manualOf = (language: Language): string => resolve('docs', 'manual', language);

/** Returns the change log of a language. */
export const changeLogOf = (language: Language): string =>
  resolve(language === 'en' ? 'CHANGELOG.md' : `CHANGELOG.${language}.md`);

const readSource = (language: Language): HelpSource => ({
  chapters: CHAPTERS.map((name) => ({ name, text: readFileSync(join(manualOf(language), `${name}.md`), 'utf8') })),
  changes: readFileSync(changeLogOf(language), 'utf8'),
});

/** The faces of the window's own font that both languages and the sign of the rouble need. */
const FACES = ['latin', 'latin-ext', 'cyrillic'] as const;

/**
 * Returns everything that the window of the help shows, by the paths in the folder `help/` of the app: the pages, their
 * style, the font and the pictures.
 */
export const helpFiles = (): ReadonlyMap<string, string | Buffer> => {
  const pictures = (['en', 'ru'] as const).flatMap((language) =>
    globSync(join(manualOf(language), 'pictures', '*.webp')).map(
      (path) => [`${language}/pictures/${basename(path)}`, readFileSync(path)] as const,
    ),
  );
  const faces = FACES.map((face) => {
    const name = `inter-${face}-wght-normal.woff2`;
    const path = resolve('node_modules', '@fontsource-variable', 'inter', 'files', name);
    return [name, readFileSync(path)] as const;
  });
  const style = readFileSync(resolve('electron', 'dev', 'help', 'help.css'), 'utf8');
  return new Map<string, string | Buffer>([...renderHelp(readSource), ['help.css', style], ...faces, ...pictures]);
};
