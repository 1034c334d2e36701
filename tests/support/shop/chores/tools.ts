import type { ClientRow } from '#shared/contract/clients.ts';
import type { Operator } from '../operator.ts';

/** Words long enough to search for in the shared database, where none of them may appear. */
const WORDS = ['north entrance', 'lime harbour', 'Ёлка у метро', 'Straße hinten', 'two words', ''];

/** Something that a person does. Returns what it was, for the record. */
export type Chore = () => Promise<string>;
/** The relative frequency of each chore. */
export type Weighted = readonly (readonly [number, Chore])[];

/** The tools of which all chores are made. `random` returns numbers from 0 to 1. */
export const createTools = ({ ask, name, agree, undos }: Operator, random: () => number) => {
  const below = (most: number): number => Math.floor(random() * most);
  const pick = <T>(from: readonly T[]): T | undefined => from[below(from.length)];
  const clients = async (): Promise<readonly ClientRow[]> => {
    const sort = { by: 'createdAt', direction: 'asc' } as const;
    return (await ask('clients.list', { filter: {}, sort, offset: 0, limit: 200 })).rows;
  };
  /** Does something with a random one of them, if there is any. */
  const withOne = async <T>(all: Promise<readonly T[]>, work: (one: T) => Promise<string>): Promise<string> => {
    const one = pick(await all);
    return one === undefined ? 'nothing there' : work(one);
  };
  const undoable = async (what: string, done: Promise<{ readonly undoId: number }>): Promise<string> => {
    undos.push((await done).undoId);
    return what;
  };
  return { ask, name, agree, undos, random, below, pick, clients, withOne, undoable, word: () => pick(WORDS) ?? '' };
};
export type Tools = ReturnType<typeof createTools>;
