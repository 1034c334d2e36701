import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { launchServiceFetch, type ServiceFetchApp } from '../support/service-fetch-app/launch.ts';

interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

/** Answers whose first lines HTTP does not forbid, but with which `Response` and `Headers` would fail. */
const ODD_ANSWERS = new Map([
  ['words', 'HTTP/1.1 200 Успешно'],
  ['header', 'HTTP/1.1 200 OK\r\nx-server: Сервер-1'],
  ['status', 'HTTP/1.1 799 Strange'],
]);

let seen: Seen[] = [];
let closedEarly = 0;
let server: Server;
let base = '';
let service: ServiceFetchApp;

test.beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? '';
    seen.push({ method: request.method ?? '', path, headers: request.headers });
    response.setHeader('content-type', 'application/json');
    response.setHeader('set-cookie', 'session=1; Max-Age=1000');
    if (path === '/redirect') response.writeHead(302, { location: `${base}/target` }).end();
    else if (path.startsWith('/raw/')) {
      const head = ODD_ANSWERS.get(path.slice(5)) ?? '';
      request.socket.end(Buffer.from(`${head}\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}`, 'utf8'));
    } else if (path === '/drop') request.resume().on('end', () => request.socket.destroy());
    else if (path === '/half') {
      response.on('close', () => {
        closedEarly += response.writableEnded ? 0 : 1;
      });
      response.write('{"half":');
    } else if (path === '/empty') response.writeHead(204).end();
    else response.end('{"ok":true}');
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  service = await launchServiceFetch();
});

test.beforeEach(() => {
  seen = [];
  closedEarly = 0;
});

test.afterAll(async () => {
  await service.close();
  server.closeAllConnections();
  server.close();
});

const paths = () => seen.map((request) => `${request.method} ${request.path}`);

test('a purchase whose connection breaks is sent once, even after earlier use of connections', async () => {
  for (const method of ['GET', 'POST', 'GET', 'POST']) {
    expect((await service.fetch(`${base}/ok`, method === 'GET' ? {} : { method, body: '{}' })).status).toBe(200);
  }
  seen = [];
  const answer = await service.fetch(`${base}/drop`, { method: 'POST', body: '{}' });
  expect(answer.failure).toContain('net::ERR_');
  // By the time Chromium gave up, it would have made a second try if there were one.
  expect(paths()).toEqual(['POST /drop']);
});

test('a redirect counts as an answer, is not followed, and does not carry the token anywhere', async () => {
  for (const method of ['GET', 'POST']) {
    const answer = await service.fetch(`${base}/redirect`, method === 'GET' ? {} : { method, body: '{}' });
    expect(answer).toMatchObject({ status: 302, failure: null });
  }
  expect(paths()).toEqual(['GET /redirect', 'POST /redirect']);
});

test('no cookie is stored, and the token is sent unchanged', async () => {
  await service.fetch(`${base}/ok`, {});
  await service.fetch(`${base}/ok`, {});
  expect(seen.map((request) => request.headers.cookie)).toEqual([undefined, undefined]);
  expect(seen[1]?.headers.authorization).toBe('Bearer test');
  expect(seen[1]?.headers['user-agent']).toBe('ResellerDesk/test');
});

test('an abort ends a half-read answer, on the wire too', async () => {
  const answer = await service.fetch(`${base}/half`, { abortAfterHeadMs: 20 });
  expect(answer).toEqual({ status: 200, text: '', failure: 'aborted by the test' });
  await expect.poll(() => closedEarly).toBe(1);
});

test('an answer without a body is accepted', async () => {
  expect(await service.fetch(`${base}/empty`, { method: 'POST', body: '{}' })).toMatchObject({ status: 204, text: '' });
});

test('a status line or a header in another language does not prevent reading the answer', async () => {
  for (const odd of ['words', 'header']) {
    const answer = await service.fetch(`${base}/raw/${odd}`, { method: 'POST', body: '{}' });
    expect(answer).toEqual({ status: 200, text: '{}', failure: null });
  }
});

test('an impossible status ends the call at once', async () => {
  const answer = await service.fetch(`${base}/raw/status`, { method: 'POST', body: '{}' });
  expect(answer.failure).toContain('net::ERR_INVALID_HTTP_RESPONSE');
});

test('a port without a listener is reported as a connection that was not made', async () => {
  const free = createServer();
  await new Promise<void>((ready) => free.listen(0, '127.0.0.1', ready));
  const { port } = free.address() as AddressInfo;
  await new Promise((closed) => free.close(closed));
  const answer = await service.fetch(`http://127.0.0.1:${port}/`, {});
  expect(answer.failure).toContain('net::ERR_CONNECTION_REFUSED');
});
