import { z } from 'zod';

/** A part of a deed that is known by the ids of the things it changed. */
export const idsPart = z.object({ ids: z.array(z.int()) });
export type IdsPart = z.output<typeof idsPart>;
