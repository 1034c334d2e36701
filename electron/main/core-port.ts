import type { Result } from '#shared/result.ts';

/** What the shell uses of the core. */
export interface Core {
  handle(request: { name: string; input: unknown }): Promise<Result<unknown>>;
  on(listener: (event: { name: string; payload: unknown }) => void): () => void;
  close(): Promise<void>;
  hasChargeInFlight(): boolean;
}
