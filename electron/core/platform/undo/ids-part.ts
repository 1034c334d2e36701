import { z } from 'zod';

/** A part of an action that consists of the ids of the things it changed. */
export const idsPart = z.object({ ids: z.array(z.int()) });
export type IdsPart = z.output<typeof idsPart>;
