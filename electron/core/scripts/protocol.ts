import type { Socket } from 'node:net';
import { z } from 'zod';
import type { AppError } from '#shared/result.ts';

// Scripts and the desk exchange lines of JSON. The first line of a script is a greeting with the key from the file that
// only its user can read; each further line is a request, and each answer has the id of its request.

/** The contents of the file that tells scripts where the desk listens. */
export const scriptFile = z.object({ address: z.string().min(1).max(500), key: z.string().length(64) });

export const greeting = z.object({ key: z.string().max(200) });
export const scriptRequest = z.object({ id: z.int(), command: z.string().max(100), input: z.unknown() });

export type ScriptAnswer =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false; readonly error: AppError };

/** The longest line of a request and of an answer, in characters. */
export const MAX_REQUEST = 1_000_000;
export const MAX_ANSWER = 64_000_000;

/**
 * Calls `onLine` for each line that a socket receives. A peer that sends a longer one is cut off. Each character is looked
 * at once.
 */
export const readLines = (socket: Socket, maxLength: number, onLine: (line: string) => void): void => {
  let parts: string[] = [];
  let length = 0;
  socket.setEncoding('utf8');
  socket.on('data', (data) => {
    const pieces = String(data).split('\n');
    for (const [index, piece] of pieces.entries()) {
      parts.push(piece);
      length += piece.length;
      if (length > maxLength) {
        socket.destroy();
        return;
      }
      if (index === pieces.length - 1) return;
      const line = parts.join('');
      parts = [];
      length = 0;
      onLine(line);
    }
  });
};

export const writeLine = (socket: Socket, value: unknown): void => {
  if (!socket.destroyed) socket.write(`${JSON.stringify(value)}\n`);
};
