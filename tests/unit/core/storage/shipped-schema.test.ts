import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { openDatabase } from '#core/platform/sqlite/database.ts';
import { EARLIER_MIGRATIONS, ONE_SCHEMA_MIGRATIONS } from '#core/platform/sqlite/earlier/index.ts';
import { MIGRATIONS } from '#core/platform/sqlite/migrations.ts';

/**
 * Hashes of the schema after each migration. SQLite keeps the statements that made the tables, and backups are compared with
 * them. A shipped migration never changes, because otherwise every backup would be refused as foreign. A new migration adds
 * a line.
 */
const SHIPPED: readonly string[] = [
  'f63822c8829b',
  'a691d2672fee',
  '754e70c82510',
  '226d6dd3aa61',
  '4de11baeffb6',
  'f617c2a2ebef',
  '590bed0c5466',
  '79e70073a453',
];

/**
 * Hashes of the statements of each migration, which also cover what a migration does to the rows. The first one belongs to
 * 1.0.0-beta.1, the first version for other people: nobody edits or removes one of these lines, and a new migration adds a
 * line (docs/decisions/038-one-schema.md).
 */
const STATEMENTS: readonly string[] = [
  '0e8689677269',
  'dfaec8d7782d',
  '95af5d6cb10e',
  'd329d337e197',
  '5868a328fcf8',
  '9ccb0d1b9b39',
  '979a9371a6db',
  '272b06377f38',
];

/** The same for the versions from 50 on that came before the first release. */
const ONE_SCHEMA: readonly string[] = [
  'bdbaba4d3396',
  '723c2beec3dc',
  '62974398eea5',
  'c53ecfbf5431',
  '6e8ea48e4dd4',
  '2eb459a7f6d3',
  'e599276ea21d',
  'c139c1fb17c1',
  'fb05ba695d4c',
  'a2a34ef612f8',
  '1e709dddbfbd',
  'd0712558a7f1',
  '9efe28287171',
];

/** The same for the versions 1 to 49. */
const EARLIER: readonly string[] = [
  'b902cbf4d111',
  '1159a7d011bf',
  '9ee7f4b318d6',
  'dda2bd5cf822',
  'f98af283f5fa',
  '85eacd7d9908',
  '01a5c89404e6',
  '631e694d5abf',
  '4c1053da94b1',
  '0849f4b26d5e',
  'eb784b24c1e6',
  '215c4783951a',
  '4621d7206581',
  '1184cd0f5978',
  '1f0316798145',
  '2f51f3e2e2cb',
  'dda0104340e6',
  '53cf12409535',
  'a161efec5459',
  'e24b886fa719',
  '34715741bef7',
  'd18048c0aeea',
  '433881e3b50b',
  '433881e3b50b',
  '9e72a7244566',
  '4d83f8600daa',
  '6106d2697bfd',
  '20be1ec1b537',
  '9f7f9212eaf7',
  '9f7f9212eaf7',
  'b4ebc2d077fa',
  '0ac13ca19bf0',
  '950357834b79',
  'fcf1778e4deb',
  'e821eb855b45',
  'fe96accfbbf6',
  '2bf7c25cecde',
  '9f5f8f65ff91',
  '681386ec654b',
  '3409a124405e',
  'ce43c74cd6a5',
  'ce43c74cd6a5',
  'b46fe93fc843',
  '5829388174a5',
  '8ba66b85f65b',
  '433c63cb8b49',
  '3f898ffbcc4e',
  'a6c4f8251a26',
  'e0cca7a054a3',
];

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

const schemasAfter = (migrations: readonly string[]): readonly string[] => {
  const db = openDatabase(':memory:');
  const found = migrations.map((migration) => {
    db.exec(migration);
    const parts = db.all('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name');
    return hashOf(JSON.stringify(parts));
  });
  db.close();
  return found;
};

it('is exactly the one that shipped versions made, because a copy with another one is refused as foreign', () => {
  expect(schemasAfter(MIGRATIONS)).toEqual(SHIPPED);
});

it('comes about by exactly the statements that shipped, so that every desk was changed in the same way', () => {
  expect(MIGRATIONS.map(hashOf)).toEqual(STATEMENTS);
});

it('is exactly the one of the versions before the first release, because their desks and backups are converted', () => {
  expect(schemasAfter(EARLIER_MIGRATIONS)).toEqual(EARLIER);
  expect(schemasAfter(ONE_SCHEMA_MIGRATIONS)).toEqual(ONE_SCHEMA);
});
