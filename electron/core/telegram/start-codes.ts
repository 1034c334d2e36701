import { randomBytes } from 'node:crypto';

/** Bytes of a start code. It is the only proof of who presses Start, so nobody may guess one. */
const CODE_BYTES = 24;
const START = /^\/start ([A-Za-z0-9_-]{32})$/;

/** Creates the code of a start link: 32 characters that Telegram allows there. */
export const createStartCode = (): string => randomBytes(CODE_BYTES).toString('base64url');

/** Returns the code with which somebody pressed Start; `null` for any other message. */
export const startCodeIn = (text: string): string | null => START.exec(text.trim())?.[1] ?? null;

/** Returns the address that opens the chat with a bot and offers Start. */
export const startAddress = (userName: string, code: string): string => `https://t.me/${userName}?start=${code}`;
