import type { Play } from '../proxies/hostile.ts';

/** Makes one message of a server; `claimed` is the length that it declares, including the bytes of the length itself. */
export const message = (letter: string, body: Uint8Array, claimed = body.length + 4): Buffer => {
  const head = Buffer.alloc(5, letter);
  head.writeUInt32BE(claimed, 1);
  return Buffer.concat([head, body]);
};

const int = (value: number, bytes: 2 | 4): Buffer => {
  const written = Buffer.alloc(bytes);
  if (bytes === 2) written.writeInt16BE(value);
  else written.writeInt32BE(value);
  return written;
};

/** Makes a row of fields; a number stands for a field that declares this length and is empty. */
export const row = (...fields: readonly (string | number | null)[]): Buffer =>
  message(
    'D',
    Buffer.concat([
      int(fields.length, 2),
      ...fields.map((field) => {
        if (typeof field === 'string') return Buffer.concat([int(Buffer.byteLength(field), 4), Buffer.from(field)]);
        return int(field ?? -1, 4);
      }),
    ]),
  );

export const columns = (count: number): Buffer =>
  message(
    'T',
    Buffer.concat([int(count, 2), ...Array.from({ length: count }, () => Buffer.from(`c\0${'\0'.repeat(18)}`))]),
  );
export const done = (tag: string): Buffer => message('C', Buffer.from(`${tag}\0`));
export const READY = message('Z', Buffer.from('I'));
/** The beginning of every answer to a store: its limits are set. */
export const SET = [done('SET'), done('SET')];

export const rows = (all: readonly (readonly (string | null)[])[]): readonly Buffer[] => [
  columns(all[0]?.length ?? 1),
  ...all.map((fields) => row(...fields)),
  done('SELECT 1'),
];

const LOGIN_OK = message('R', int(0, 4));

/** Starts a server that lets everybody in and answers each message like this. */
export const plays =
  (answer: (asked: string) => Iterable<Buffer>): Play =>
  (socket) => {
    let isIn = false;
    socket.on('data', async (chunk: Buffer) => {
      if (!isIn) {
        isIn = true;
        socket.write(Buffer.concat([LOGIN_OK, READY]));
        return;
      }
      for (const part of answer(chunk.toString('latin1'))) {
        if (socket.destroyed) return;
        if (!socket.write(part)) await new Promise((resolve) => socket.once('drain', resolve).once('close', resolve));
      }
    });
  };
