import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { asFunction, loadCore } from '#core/desk/thread/load-core.ts';

const SOURCE = "exports.runCore = () => require('./part.cjs').answer;";
const PART = 'exports.answer = 42;';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'load-core-'));
  await writeFile(join(folder, 'core.cjs'), SOURCE);
  await writeFile(join(folder, 'part.cjs'), PART);
});
afterEach(() => rm(folder, { recursive: true }));

const compile = (name: string, source: string): Promise<void> =>
  writeFile(join(folder, `${name}.code`), new Script(asFunction(source)).createCachedData());
const load = (): { readonly answer: unknown; readonly used: number; readonly refused: number } => {
  const { core, compiled } = loadCore(folder);
  return { answer: Reflect.apply(core.runCore, undefined, []), ...compiled };
};

it('says that V8 used the code that was compiled of the very text', async () => {
  await compile('core', SOURCE);
  expect(load()).toEqual({ answer: 42, used: 1, refused: 0 });
});

it('says that V8 refused code of another text, which runs all the same', async () => {
  await compile('core', `${SOURCE} // longer`);
  expect(load()).toEqual({ answer: 42, used: 0, refused: 1 });
});

it('counts neither for files without compiled code', () => {
  expect(load()).toEqual({ answer: 42, used: 0, refused: 0 });
});
