// `electron FOLDER_OF_THIS CORE`: runs the built core's file, plays a start with it, and keeps what V8 compiled for that, of
// it and of each file it is split into, beside them. In Electron itself, as V8 takes code back only with the switches it was
// made with.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { app } from 'electron';
import { playStart } from './play-start.mjs';

const core = process.argv.at(-1);
const require = createRequire(core);
const scripts = new Map();
const loaded = new Map();
const load = (filename) => {
  if (loaded.has(filename)) return loaded.get(filename);
  const exports = {};
  loaded.set(filename, exports);
  // The very text that the app gives to V8.
  const text = `(function (exports, require, __filename) {${readFileSync(filename, 'utf8')}\n})`;
  const script = new Script(text, { filename });
  scripts.set(filename, script);
  const requireFrom = (id) => (id.startsWith('.') ? load(join(dirname(filename), id)) : require(id));
  script.runInThisContext()(exports, requireFrom, filename);
  return exports;
};
const keep = () => {
  for (const [filename, script] of scripts) {
    writeFileSync(filename.replace(/\.cjs$/, '.code'), script.createCachedData());
  }
};
const { runCore } = load(core);
try {
  // Now, in case the start cannot be played: without it each start compiles what it runs.
  keep();
  await playStart(runCore);
  keep();
  app.exit(0);
} catch (error) {
  console.error(error);
  app.exit(1);
}
