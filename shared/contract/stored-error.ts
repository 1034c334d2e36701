import { z } from 'zod';
import { ERROR_KINDS } from '../result.ts';

const problemParams = z.record(z.string(), z.union([z.string(), z.number()]));

/** `AppError` of result.ts, as it is stored with the run or list that it ended. */
export const storedError = z.object({
  kind: z.enum(ERROR_KINDS),
  message: z.string(),
  details: z
    .object({
      code: z.string().exactOptional(),
      params: problemParams.exactOptional(),
      serviceMessage: z.string().exactOptional(),
      status: z.int().exactOptional(),
      raw: z.string().exactOptional(),
      retryAfterMs: z.number().exactOptional(),
    })
    .exactOptional(),
});

export type StoredError = z.output<typeof storedError>;
