import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const CORE = resolve('node_modules/@mantine/core');
const SPOTLIGHT = resolve('node_modules/@mantine/spotlight/esm');
const read = (file: string): string => readFileSync(file, 'utf8');
const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file));

/** Returns the names that these files import from Mantine; types have no styles. */
const importedNames = (files: readonly string[]): readonly string[] =>
  files.flatMap((file) =>
    [...read(file).matchAll(/^import \{([^}]*)\} from ['"]@mantine\/core['"]/gm)].flatMap(([, names = '']) =>
      names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '' && !name.startsWith('type ')),
    ),
  );

/** Maps each export of Mantine to the file it comes from. */
const exported = new Map(
  [...read(join(CORE, 'esm/index.mjs')).matchAll(/^import \{([^}]*)\} from "([^"]+)"/gm)].flatMap(
    ([, names = '', file = '']) => names.split(',').map((name) => [name.trim(), join(CORE, 'esm', file)] as const),
  ),
);

/** Returns the style sheets of components and of everything they are made of. */
const stylesFrom = (names: readonly string[]): ReadonlySet<string> => {
  const styles = new Set<string>();
  const seen = new Set<string>();
  const walk = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    if (file.endsWith('.module.mjs')) styles.add(basename(file, '.module.mjs'));
    for (const [, target = ''] of read(file).matchAll(/(?:from|import) "(\.[^"]+)"/g))
      walk(join(dirname(file), target));
  };
  for (const name of names) {
    const file = exported.get(name);
    if (file === undefined) throw new Error(`Mantine exports no ${name}.`);
    walk(file);
  }
  return styles;
};

const listed = [...read('renderer/ui/theme/mantine.css').matchAll(/@mantine\/core\/styles\/([A-Z]\w+)\.css/g)].map(
  ([, name = '']) => name,
);

it('lists the styles of every Mantine component that the window uses, and no others', () => {
  const own = filesIn(resolve('renderer')).filter((file) => /\.tsx?$/.test(file));
  const spotlight = filesIn(SPOTLIGHT).filter((file) => file.endsWith('.mjs'));
  const needed = stylesFrom([...importedNames(own), ...importedNames(spotlight).filter((name) => exported.has(name))]);
  expect([...listed].sort()).toEqual([...needed].sort());
});

it("keeps Mantine's own order, in which a component comes after its parts", () => {
  const all = read(join(CORE, 'styles.css'));
  const places = listed.map((name) => {
    const own = /\.m_[0-9a-f]+/.exec(read(join(CORE, 'styles', `${name}.css`)))?.[0] ?? '';
    return all.indexOf(own);
  });
  expect(places).toEqual([...places].sort((one, other) => one - other));
});
