import { resolve } from 'node:path';
import { makeUpdateKey } from './update-signing.ts';

/** `npm run update-key FILE`: makes the key that signs updates. */
const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error(
    'usage: npm run update-key FILE (outside this folder, because anyone who has the file can sign updates)',
  );
  process.exit(2);
}
const path = resolve(file);
const publicKey = await makeUpdateKey(path);
console.log(`The private key is in ${path}. Keep it secret, and keep a copy: the apps that were released trust no other key.
Put this into package.json:

  "updateKey": "${publicKey}",

and set UPDATE_KEY_FILE=${path} for npm run package.`);
