import { between, createRandom, pick, type Random } from '#sandbox/random.ts';

type Words = readonly [string, ...string[]];

const GIVEN: Words = ['Иван', 'Мария', 'Алексей', 'Ольга', 'Анна', 'Сергей', 'Елена', 'Pavel', 'Kate', 'Lena', 'Mark'];
const FAMILY: Words = ['Петров', 'Смирнова', 'Кузнецов', 'Орлова', 'Волков', 'Novak', 'Miller', 'Becker', 'Meyer'];
const KEYS: Words = ['main', 'work', 'home', 'shop', 'vip', 'bulk', 'test', 'proxy'];
const TAGS: Words = ['vip', 'debtor', 'опт', 'trial', 'партнёр', '', '', '', '', ''];
const NOTES: Words = ['paid by card', 'постоянный клиент', 'asks for invoices', 'скидка 10 %', '', ''];

/** The texts typed into the search: parts of names, keys, ids and notes, alone and combined. */
export const SEARCHES = [
  'иван',
  'lena',
  'смирнова',
  'shop-4',
  'bulk-777',
  'invoice',
  'партнер',
  'vip-99',
  '1555',
  'no such client',
  'иван смир',
  'мария орл',
  'анна vip',
  'mark meyer',
  'test-12 card',
  'елена волк',
  'постоянный ольга',
  'kate trial 9',
] as const;

const seeded = (count: number): Random => createRandom(`clients ${count}`);

/** Returns a CSV of clients, the same on every machine and every day, with names and keys as resellers have them. */
export const seededClients = (count: number): string => {
  const random = seeded(count);
  const lines = ['messenger_id,client_key,name,tags,note'];
  for (let at = 1; at <= count; at += 1) {
    const id = between(random, 100_000_000, 7_000_000_000);
    const name = `${pick(random, GIVEN)} ${pick(random, FAMILY)}`;
    lines.push(`${id},${pick(random, KEYS)}-${at},${name},${pick(random, TAGS)},${pick(random, NOTES)}`);
  }
  return `${lines.join('\n')}\n`;
};
