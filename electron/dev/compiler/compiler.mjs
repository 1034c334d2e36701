// `electron FOLDER_OF_THIS CORE CODE`: runs the built core's file, which starts nothing, and keeps what V8 compiled for
// that. In Electron itself, as V8 takes code back only with the switches it was made with.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Script } from 'node:vm';
import { app } from 'electron';

const [filename, code] = process.argv.slice(-2);
// The very text that the app gives to V8.
const script = new Script(`(function (exports, require, __filename) {${readFileSync(filename, 'utf8')}\n})`, {
  filename,
});
script.runInThisContext()({}, createRequire(filename));
writeFileSync(code, script.createCachedData());
app.exit(0);
