import { readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { join } from 'node:path';
import { Script } from 'node:vm';

type CoreModule = typeof import('./run-core.ts');

/** What V8 is given. dev/compiler/ has it once more: V8 must find the text it compiled there. */
export const asFunction = (code: string): string => `(function (exports, require, __filename) {${code}\n})`;

/**
 * Reads the core as `require` would, but with the code that V8 made of it when the app was built (dev/compiler/):
 * compiling it would hold up every start by 40 ms. V8 itself refuses code of another version or for other switches, and
 * compiles then; the same without the file.
 */
export const loadCore = (folder: string): CoreModule => {
  const filename = join(folder, 'core.cjs');
  const cachedData = readCode(join(folder, 'core.code'));
  const source = asFunction(readFileSync(filename, 'utf8'));
  const script = new Script(source, { filename, ...(cachedData && { cachedData }) });
  const require = createRequire(filename);
  const module = new Module(filename);
  // For what the core loads later, should it need something of the core: that must not be a second core.
  require.cache[filename] = module;
  script.runInThisContext()(module.exports, require, filename);
  return module.exports;
};

const readCode = (file: string): Buffer | undefined => {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
};
