import type { IncomingMessage, ServerResponse } from 'node:http';
import { Refusal } from './refusal.ts';

/** Enough for a generation that lists thousands of postal codes. */
export const SERVICE_BODY_BYTES = 1_048_576;

/** An answer before it is sent. `body: null` means no body. */
export interface ServiceAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Creates an answer with a JSON body. */
export const jsonAnswer = (
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): ServiceAnswer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(value),
});

/** Creates the answer for a request that the service refuses. */
export const refusalAnswer = (refusal: Refusal, headers: Readonly<Record<string, string>> = {}): ServiceAnswer =>
  jsonAnswer(refusal.status, refusal.toBody(), headers);

/** Sends an answer; one without a body ends after its head. */
export const sendAnswer = (response: ServerResponse, answer: ServiceAnswer): void => {
  // The client may have disconnected meanwhile.
  if (response.destroyed || response.headersSent) return;
  if (answer.body === null) {
    response.writeHead(answer.status, answer.headers).end();
    return;
  }
  const bytes = Buffer.from(answer.body, 'utf8');
  response.writeHead(answer.status, { ...answer.headers, 'content-length': bytes.byteLength }).end(bytes);
};

/**
 * Reads the request's body as text. A body that is too large is still read to its end but not stored: a client that is
 * cut off while writing would never see the reason.
 * @throws Refusal if it is too large or not UTF-8
 */
export const readRequestBody = async (request: IncomingMessage, maxBytes: number): Promise<string> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk as Uint8Array);
    size += bytes.byteLength;
    if (size <= maxBytes) chunks.push(bytes);
  }
  if (size > maxBytes) {
    throw new Refusal(413, 'body_too_large', `The request body is larger than ${maxBytes} bytes.`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new Refusal(400, 'malformed_body', 'The request body is not valid UTF-8.');
  }
};

/**
 * Parses the body as a JSON object.
 * @throws Refusal with status 400 or 415
 */
export const parseJsonObject = (request: IncomingMessage, text: string): ReadonlyMap<string, unknown> => {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') {
    throw new Refusal(415, 'unsupported_media_type', 'The request must have Content-Type: application/json.');
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Refusal(400, 'malformed_body', 'The request body is not valid JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Refusal(400, 'malformed_body', 'The request body must be a JSON object.');
  }
  return new Map<string, unknown>(Object.entries(value));
};

/**
 * Returns whether a request is addressed to loopback by name. A web page in the user's browser could reach loopback
 * under another name that resolves to it; such requests are refused.
 */
export const isAddressedToLoopback = (request: IncomingMessage): boolean => {
  const host = (request.headers.host ?? '').replace(/:\d+$/, '').toLowerCase();
  return host === '127.0.0.1' || host === 'localhost' || host === '[::1]';
};
