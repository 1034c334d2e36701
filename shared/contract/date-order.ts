import { z } from 'zod';

/** The order of day and month that a column of dates proves (domain/date-order.ts). */
export const provenOrder = z.object({ dayFirst: z.boolean(), line: z.int(), text: z.string(), example: z.string() });
