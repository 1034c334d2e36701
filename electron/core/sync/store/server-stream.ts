import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { storeError } from './store-error.ts';

/** The most bytes of one row: a sealed change or a part of a snapshot of 8 MiB, as base64. */
const MAX_ROW = 12 * 1024 * 1024;
/** The most bytes of any other message. */
const MAX_MESSAGE = 64 * 1024;
/** The most bytes of all messages until the server is ready for the next request. */
const MAX_ANSWER = 32 * 1024 * 1024;
const MAX_ROWS = 5_000;
/** The most notifications and other unrequested messages until then: far more than a busy day has. */
const MAX_UNREQUESTED = 50_000;
const HEADER = 5;

/** Letters of the messages that this app uses. */
const KNOWN = new Set([...'RKSZENATDCI'].map((letter) => letter.charCodeAt(0)));
const [ROW, READY, ERROR, NOTICE, NOTIFICATION, STATUS] = [...'DZENAS'].map((letter) => letter.charCodeAt(0));

/**
 * A connection to a server as the driver sees it. It exists already, and is encrypted if it must be. The driver's
 * parser believes every length that a message claims (lengths below zero make it read the same bytes again and again,
 * an error without an end keeps it reading for ever, others make it throw where nobody catches), so only whole messages
 * whose lengths add up are passed on, and no more of them than an answer can have.
 */
export class ServerStream extends Duplex {
  readonly #socket: Socket;
  #chunks: Buffer[] = [];
  #held = 0;
  #answered = 0;
  #rows = 0;
  #unrequested = 0;
  /** Whether something was sent since the server was last ready. */
  #isAsked = false;

  constructor(socket: Socket) {
    super();
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    socket.on('error', (error) => this.destroy(error));
    // The end waits for the messages that came before it, so that a server can say why it closes.
    socket.on('close', () => setImmediate(() => this.destroy()));
  }

  /** The driver connects its stream. This one is connected already. */
  connect(): this {
    process.nextTick(() => this.emit('connect'));
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  /** If the driver throws while it handles a message, the connection ends instead of the core. */
  override emit(event: string | symbol, ...args: unknown[]): boolean {
    if (event !== 'data') return super.emit(event as 'error', ...(args as [Error]));
    try {
      return super.emit('data', args[0]);
    } catch {
      this.destroy(storeError('store-not-postgres'));
      return true;
    }
  }

  override _read(): void {
    this.#socket.resume();
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#isAsked = true;
    this.#socket.write(chunk, encoding, done);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#socket.destroy();
    this.#chunks = [];
    done(error);
  }

  #take(chunk: Buffer): void {
    if (this.destroyed) return;
    this.#chunks.push(chunk);
    this.#held += chunk.length;
    this.#answered += chunk.length;
    if (this.#answered > MAX_ANSWER) {
      this.destroy(storeError('store-answer'));
      return;
    }
    // The pieces are joined only when a message is whole, so that every byte is copied once, however small the pieces
    // are.
    if (this.#held < this.#needed()) return;
    const held = Buffer.concat(this.#chunks, this.#held);
    let from = 0;
    while (from + HEADER <= held.length) {
      const end = from + 1 + held.readUInt32BE(from + 1);
      if (!isPossible(held[from], end - from)) {
        this.destroy(storeError('store-not-postgres'));
        return;
      }
      if (end > held.length) break;
      if (!this.#pass(held.subarray(from, end))) return;
      from = end;
    }
    this.#chunks = from === held.length ? [] : [held.subarray(from)];
    this.#held = held.length - from;
  }

  /** Returns how many bytes the message that is being held has, as far as that is known. */
  #needed(): number {
    const [first] = this.#chunks;
    if (first === undefined || first.length < HEADER) return HEADER;
    return isPossible(first[0], 1 + first.readUInt32BE(1)) ? 1 + first.readUInt32BE(1) : HEADER;
  }

  #pass(message: Buffer): boolean {
    const letter = message[0];
    if (letter === ROW) this.#rows += 1;
    if (letter === NOTIFICATION || letter === NOTICE || letter === STATUS) this.#unrequested += 1;
    const isReadyUnasked = letter === READY && !this.#isAsked;
    if (letter === READY) {
      this.#rows = 0;
      this.#unrequested = 0;
      this.#answered = 0;
      this.#isAsked = false;
    }
    const isTooMuch = this.#rows > MAX_ROWS || this.#unrequested > MAX_UNREQUESTED;
    if (isTooMuch || isReadyUnasked || !addsUp(message)) {
      this.destroy(storeError(isTooMuch ? 'store-answer' : 'store-not-postgres'));
      return false;
    }
    if (!this.push(message)) this.#socket.pause();
    return !this.destroyed;
  }
}

const isPossible = (letter: number | undefined, length: number): boolean =>
  letter !== undefined &&
  KNOWN.has(letter) &&
  length >= HEADER &&
  length <= HEADER + (letter === ROW ? MAX_ROW : MAX_MESSAGE);

/** Returns whether the fields of a row fill it, and an error has its end. */
const addsUp = (message: Buffer): boolean => {
  const [letter] = message;
  if (letter === ERROR || letter === NOTICE)
    return message.at(-1) === 0 && (message.length === 6 || message.at(-2) === 0);
  if (letter !== ROW) return true;
  if (message.length < HEADER + 2) return false;
  let at = HEADER + 2;
  for (let field = message.readInt16BE(HEADER); field > 0; field -= 1) {
    if (at + 4 > message.length) return false;
    const length = message.readInt32BE(at);
    if (length < -1) return false;
    at += 4 + Math.max(0, length);
  }
  return at === message.length;
};
