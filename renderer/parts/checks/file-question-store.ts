import { create } from 'zustand';
import type { ProcedureOutput } from '#shared/contract/index.ts';

type Loaded = NonNullable<ProcedureOutput<'lists.load'>>;

/** The open question about a file with proxies. Without its answer no list can be made of the file. */
export const useFileQuestion = create<Pick<Loaded, 'question'>>(() => ({ question: null }));
