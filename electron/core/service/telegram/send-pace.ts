import { createTurns } from '#core/platform/async/turns.ts';
import { uptimeOf } from '#core/platform/async/uptime.ts';
import type { Clock } from '#core/ports.ts';

/** The limits that Telegram documents for bots: 30 messages a second, and one a second to the same chat. */
const MOST_PER_SECOND = 30;
const SECOND_MS = 1_000;

/** Spaces out the messages of one bot. It counts by the uptime, which nobody can set. */
export const createSendPace = (clock: Clock) => {
  const inTurn = createTurns();
  /** When the last messages left, the oldest first. */
  let recent: readonly number[] = [];
  const lastTo = new Map<number, number>();
  let heldUntil = 0;

  const waitMs = (chatId: number, now: number): number => {
    recent = recent.filter((at) => now - at < SECOND_MS);
    for (const [chat, at] of lastTo) if (now - at >= SECOND_MS) lastTo.delete(chat);
    const first = recent.length < MOST_PER_SECOND ? undefined : recent[0];
    const whole = first === undefined ? 0 : first + SECOND_MS - now;
    return Math.max(0, whole, (lastTo.get(chatId) ?? now - SECOND_MS) + SECOND_MS - now, heldUntil - now);
  };

  return {
    /** Resolves when a message to this chat may leave. Rejects with the signal's reason. */
    acquire: (chatId: number, signal: AbortSignal): Promise<void> =>
      inTurn(async () => {
        signal.throwIfAborted();
        for (let wait = waitMs(chatId, uptimeOf(clock)); wait > 0; wait = waitMs(chatId, uptimeOf(clock))) {
          await clock.sleep(Math.ceil(wait), signal);
        }
        const now = uptimeOf(clock);
        recent = [...recent, now];
        lastTo.set(chatId, now);
      }),
    /** How long all messages are held back now, in ms. */
    heldForMs: (): number => Math.max(0, heldUntil - uptimeOf(clock)),
    /** Holds all messages back, because Telegram asked for it. */
    hold: (ms: number): void => {
      heldUntil = Math.max(heldUntil, uptimeOf(clock) + ms);
    },
  };
};
