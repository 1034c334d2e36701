import { once } from 'node:events';
import type { Socket } from 'node:net';

/** Accepts or refuses the connection and writes the answer. */
export type Serve = (socket: Socket, credentials: string, says: { readonly yes: Buffer; readonly no: Buffer }) => void;

const VERSION = 5;
const NO_LOGIN = 0;
const WITH_LOGIN = 2;
const ADDRESS_LENGTHS: Readonly<Record<number, number>> = { 1: 4, 4: 16 };
const NAME = 3;

/** Reads this many bytes and waits until they have arrived. */
const take = async (socket: Socket, length: number): Promise<Buffer> => {
  for (;;) {
    if (length === 0) return Buffer.alloc(0);
    const found: Buffer | null = socket.read(length);
    if (found !== null) return found;
    await once(socket, 'readable');
  }
};

const takeText = async (socket: Socket): Promise<string> => {
  const [length = 0] = await take(socket, 1);
  return (await take(socket, length)).toString('utf8');
};

/** Handles the greeting, the login and the request of SOCKS5 (RFC 1928, 1929) up to the answer. */
export const answerSocks = async (socket: Socket, serve: Serve): Promise<void> => {
  const [, count = 0] = await take(socket, 2);
  const methods = await take(socket, count);
  let credentials = ':';
  if (methods.includes(WITH_LOGIN)) {
    socket.write(Buffer.from([VERSION, WITH_LOGIN]));
    await take(socket, 1);
    credentials = `${await takeText(socket)}:${await takeText(socket)}`;
    socket.write(Buffer.from([1, 0]));
  } else socket.write(Buffer.from([VERSION, NO_LOGIN]));
  const [, , , kind = 0] = await take(socket, 4);
  if (kind === NAME) await takeText(socket);
  else await take(socket, ADDRESS_LENGTHS[kind] ?? 0);
  await take(socket, 2);
  const answer = (code: number): Buffer => Buffer.from([VERSION, code, 0, 1, 0, 0, 0, 0, 0, 0]);
  serve(socket, credentials, { yes: answer(0), no: answer(2) });
};
