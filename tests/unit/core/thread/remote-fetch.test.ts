import { MessageChannel } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BODY_WINDOW, type FetchOrder, type ToMain, type ToThread } from '#core/desk/thread/messages.ts';
import { createRemoteFetch, type RemoteFetch } from '#core/desk/thread/remote-fetch.ts';
import type { Fetch } from '#core/ports.ts';
import { networkFailure } from '#core/service/api/network-error.ts';
import { type HostedPorts, type ServedPorts, servePorts } from '../../../../electron/main/serve-ports.ts';
import { noUpdates } from '../../../support/no-updates.ts';

/** Both ends, with a real channel in between, so that messages are cloned as between two threads. */
let channel: MessageChannel;
let remote: RemoteFetch;
let served: ServedPorts;
let platform: Fetch;
/** The arguments that the platform's fetch received. */
let given: { url: string; init: RequestInit } | null;

beforeEach(() => {
  given = null;
  channel = new MessageChannel();
  const { port1: thread, port2: main } = channel;
  const post = (message: ToMain): void => thread.postMessage(message);
  const here = createRemoteFetch({
    order: (id, order) => post({ type: 'fetch', id, ...order }),
    taken: (id, bytes) => post({ type: 'taken', id, bytes }),
    abort: (id) => post({ type: 'abort', id }),
  });
  const ports = {
    fetch: async ({ url, headers, ...order }: FetchOrder, signal: AbortSignal) => {
      const init = { ...order, headers: headers.map(([name, value]): [string, string] => [name, value]), signal };
      given = { url, init };
      const answer = await platform(url, init);
      return { status: answer.status, headers: [...answer.headers], body: answer.body };
    },
    power: { onChange: () => () => {} },
    updates: noUpdates,
  };
  const there = servePorts(ports as unknown as HostedPorts, (message, transfer = []) =>
    main.postMessage(message, [...transfer]),
  );
  main.on('message', (message: ToMain) => there.on(message));
  thread.on('message', (message: ToThread) => {
    if (message.type === 'head' || message.type === 'chunk' || message.type === 'end') here.onPart(message);
  });
  [remote, served] = [here, there];
});
afterEach(() => channel.port1.close());

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** A body that stays open until the test continues it. */
const openBody = (onCancel: () => void = () => {}) => {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (given) => {
      controller = given;
    },
    cancel: onCancel,
  });
  return { body, push: (text: string) => controller?.enqueue(bytes(text)), fail: (e: unknown) => controller?.error(e) };
};

/** Behaves as Chromium's adapter does: an abort breaks the call, or the body once it has begun. */
const held: Fetch = (_url, { signal }) =>
  new Promise((_settle, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));

describe('fetch by messages', () => {
  it('passes the request to the platform, and answers with status, headers and body', async () => {
    platform = async () => new Response('{"ok":true}', { status: 418, headers: { 'retry-after': '7' } });
    const answer = await remote.fetch('https://api.test/x', {
      method: 'POST',
      headers: { authorization: 'Bearer t' },
      body: '{"a":1}',
    });
    expect([answer.status, answer.headers.get('retry-after'), await answer.text()]).toEqual([418, '7', '{"ok":true}']);
    expect(given).toMatchObject({ url: 'https://api.test/x', init: { method: 'POST', body: '{"a":1}' } });
    expect(new Headers(given?.init.headers).get('authorization')).toBe('Bearer t');
  });

  it('answers without a body', async () => {
    platform = async () => new Response(null, { status: 204 });
    expect((await remote.fetch('https://api.test/', {})).body).toBeNull();
  });

  it.each([
    ['a name that is not found', Object.assign(new TypeError('fetch failed'), { cause: code('ENOTFOUND') }), 'no'],
    ['a refused connect()', code('ECONNREFUSED', 'connect'), 'no'],
    ['a refusal of an open connection', code('ECONNREFUSED'), 'maybe'],
    ['a broken connection', code('ECONNRESET'), 'maybe'],
    ['Chromium without the name', new Error('net::ERR_NAME_NOT_RESOLVED'), 'no'],
    [
      'every address refused',
      new AggregateError([code('ECONNREFUSED', 'connect'), code('ETIMEDOUT', 'connect')]),
      'no',
    ],
    ['one address that may have it', new AggregateError([code('ECONNREFUSED', 'connect'), code('EPIPE')]), 'maybe'],
    ['a word instead of an error', 'no error', 'maybe'],
  ])('reports %s as it does without a thread in between', async (_what, error, sent) => {
    platform = () => Promise.reject(error);
    const crossed = await remote.fetch('https://api.test/', { method: 'POST' }).catch((caught: unknown) => caught);
    expect(networkFailure(crossed)).toEqual(networkFailure(error));
    expect(networkFailure(crossed).sent).toBe(sent);
  });

  it('keeps the part that had arrived when the body breaks, and says how it broke', async () => {
    const { body, push, fail } = openBody();
    platform = async () => new Response(body);
    const reader = (await remote.fetch('https://api.test/', {})).body?.getReader();
    push('half');
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('half');
    fail(new Error('net::ERR_CONNECTION_RESET'));
    await expect(reader?.read()).rejects.toThrow('net::ERR_CONNECTION_RESET');
  });

  it('rejects at once when it is aborted, and aborts on the wire', async () => {
    platform = held;
    const controller = new AbortController();
    const answer = remote.fetch('https://api.test/', { signal: controller.signal });
    await vi.waitUntil(() => given !== null);
    controller.abort(new Error('enough'));
    await expect(answer).rejects.toThrow('enough');
    await vi.waitUntil(() => given?.init.signal?.aborted);
    await expect(remote.fetch('https://api.test/', { signal: controller.signal })).rejects.toThrow('enough');
  });

  it('ends the request of a body that nobody reads any further', async () => {
    const { body, push } = openBody();
    platform = async () => new Response(body);
    const answer = await remote.fetch('https://api.test/', {});
    push('much');
    await answer.body?.cancel();
    await vi.waitUntil(() => given?.init.signal?.aborted);
  });

  it('passes on a large body without a copy, and only as much of it as is read', async () => {
    const part = BODY_WINDOW / 4;
    const parts: Uint8Array[] = [];
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        const next = new Uint8Array(part).fill(parts.length);
        if (parts.push(next) > 64) controller.close();
        else controller.enqueue(next);
      },
    });
    platform = async () => new Response(body);
    const answer = await remote.fetch('https://api.test/', {});
    // All parts that may be under way unread, and one that waits at the source.
    const ahead = 4 + 1;
    await vi.waitUntil(() => parts.length >= ahead);
    await new Promise((done) => setImmediate(done));
    expect(parts).toHaveLength(ahead);
    const read = new Uint8Array(await answer.arrayBuffer());
    expect(read.byteLength).toBe(64 * part);
    expect(read[63 * part]).toBe(63);
    expect(parts.slice(0, 64).map(({ byteLength }) => byteLength)).toEqual(Array.from({ length: 64 }, () => 0));
  });

  it('aborts a body that waits to be read', async () => {
    let sent = 0;
    const pull = (body: ReadableByteStreamController | ReadableStreamDefaultController): void => {
      sent += 1;
      body.enqueue(new Uint8Array(BODY_WINDOW));
    };
    platform = async () => new Response(new ReadableStream({ pull }));
    const controller = new AbortController();
    const answer = await remote.fetch('https://api.test/', { signal: controller.signal });
    await vi.waitUntil(() => sent > 1);
    controller.abort(new Error('enough'));
    await expect(answer.text()).rejects.toThrow('enough');
    await vi.waitUntil(() => given?.init.signal?.aborted);
    expect(sent).toBeLessThan(4);
  });

  it('aborts the requests of a thread that has ended', async () => {
    platform = held;
    remote.fetch('https://api.test/', {}).catch(() => {});
    await vi.waitUntil(() => given !== null);
    served.close();
    expect(given?.init.signal?.aborted).toBe(true);
  });
});

function code(name: string, syscall?: string): Error {
  return Object.assign(new Error(name), { code: name }, syscall === undefined ? {} : { syscall });
}
