import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './places.ts';
import { notesOf } from './release.ts';

/**
 * `npm run release-notes -- TAG`: prints what CHANGELOG.md says about the version of package.json. Fails if the tag is not
 * `v` and that version, so that nothing is released under a wrong number.
 */
const [tag] = process.argv.slice(2);
const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { version: string };
if (tag !== `v${version}`) {
  console.error(`The tag must be v${version}, the version in package.json, and not ${tag ?? 'missing'}.`);
  process.exit(2);
}
process.stdout.write(`${notesOf(readFileSync(join(projectRoot, 'CHANGELOG.md'), 'utf8'), version)}\n`);
