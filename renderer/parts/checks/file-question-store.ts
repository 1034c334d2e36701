import { create } from 'zustand';
import type { ProcedureOutput } from '#shared/contract/index.ts';

type Loaded = NonNullable<ProcedureOutput<'lists.load'>>;

/** What has to be known of a file with proxies before a list can be made of it. */
export const useFileQuestion = create<Pick<Loaded, 'question'>>(() => ({ question: null }));
