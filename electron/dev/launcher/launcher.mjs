// Stands where Electron's own default app would be (the fallback runtime has none): `electron [-r MODULE] FOLDER ...`.
// An ES module on purpose: Electron holds back `ready` until its top-level await is over, and the app must register
// its protocol before `ready`.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from 'electron';

const required = [];
let folder;
for (let index = 1; index < process.argv.length; index += 1) {
  const argument = process.argv[index];
  if (argument === '-r' || argument === '--require') {
    index += 1;
    required.push(process.argv[index]);
  } else if (!argument.startsWith('-')) {
    folder = resolve(argument);
    break;
  }
}
if (folder === undefined) {
  console.error('usage: electron [-r MODULE] FOLDER [arguments]');
  process.exit(2);
}

process.defaultApp = true;
const require = createRequire(import.meta.url);
for (const module of required) require(resolve(module));

const manifest = JSON.parse(readFileSync(resolve(folder, 'package.json'), 'utf8'));
app.setName(manifest.productName ?? manifest.name);
if (manifest.desktopName !== undefined) app.setDesktopName(manifest.desktopName);
app.setVersion(manifest.version);
app.setAppPath(folder);
await import(pathToFileURL(resolve(folder, manifest.main)).href);
