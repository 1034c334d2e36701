import { readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';

type CoreModule = typeof import('./run-core.ts');

/** The number of loaded files for which V8 used the compiled code, and for which it refused it. */
export interface CompiledCode {
  readonly used: number;
  readonly refused: number;
}

interface LoadedCore {
  readonly core: CoreModule;
  readonly compiled: CompiledCode;
}

/**
 * Wraps the source in a function. dev/compiler/ repeats the wrapper, because V8 must find exactly the text that it
 * compiled there.
 */
export const asFunction = (code: string): string => `(function (exports, require, __filename) {${code}\n})`;

/**
 * Loads the core and the files that it is split into, as `require` would, but with the compiled code that V8 made of
 * them when the app was built (dev/compiler/), because compiling would delay every start. V8 rejects code of another
 * version or for other switches and compiles the source instead; it does the same for a file without compiled code. The
 * counts tell that it happened, because otherwise only a slower start would.
 */
export const loadCore = (folder: string): LoadedCore => {
  const core = join(folder, 'core.cjs');
  const require = createRequire(core);
  let [used, refused] = [0, 0];
  const load = (filename: string): object => {
    // Each file is loaded once, even if the core requires it later.
    const loaded = require.cache[filename];
    if (loaded !== undefined) return loaded.exports;
    const module = new Module(filename);
    require.cache[filename] = module;
    const cachedData = readCode(filename.replace(/\.cjs$/, '.code'));
    const script = new Script(asFunction(readFileSync(filename, 'utf8')), {
      filename,
      ...(cachedData && { cachedData }),
    });
    if (cachedData !== undefined) {
      if (script.cachedDataRejected === true) refused += 1;
      else used += 1;
    }
    const requireFrom = (id: string): unknown => (id.startsWith('.') ? load(join(dirname(filename), id)) : require(id));
    script.runInThisContext()(module.exports, requireFrom, filename);
    return module.exports;
  };
  const loaded = load(core) as CoreModule;
  return { core: loaded, compiled: { used, refused } };
};

const readCode = (file: string): Buffer | undefined => {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
};
