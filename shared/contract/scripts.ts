import { z } from 'zod';
import { kopecks, nothing, procedure } from './define.ts';

const scriptState = z.object({
  /** Whether the desk listens for scripts at this moment. */
  isOpen: z.boolean(),
  /** Why it does not listen although the settings allow scripts. `path`: the path of the data folder is too long. */
  problem: z.enum(['path', 'failed']).nullable(),
  /** The kopecks that scripts have spent, or may have spent, from the open account today. */
  spentTodayKopecks: kopecks,
});

export const scriptsProcedures = {
  /** Returns whether scripts can reach the desk (docs/scripts.md). */
  'scripts.state': procedure(nothing, scriptState),
};

export type ScriptState = z.output<typeof scriptState>;
