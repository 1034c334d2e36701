import type { Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { checkConnection } from '#core/sync/store/check-connection.ts';
import { makeDesk } from '#core/sync/store/schema.ts';
import { makeCertificate } from '#sandbox/gateway/certificate.ts';
import { DeskError } from '#shared/result.ts';
import { freePort } from '../../support/free-port.ts';
import { startHostile } from '../../support/proxies/hostile.ts';
import { realClock } from '../../support/real-clock.ts';
import { startFaultyWay } from '../../support/shared-desk/faulty-way.ts';
import { plays, READY, rows, SET } from '../../support/shared-desk/hostile-postgres.ts';
import { type Postgres, startPostgres } from '../../support/shared-desk/postgres.ts';

const SECRET = 'pa ss@Word/7';
/** An address of this computer that does not count as local, so that the connection has to be encrypted. */
const ELSEWHERE = '127.0.0.2';

let postgres: Postgres;
const running: { close(): Promise<unknown> }[] = [];
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.close());
afterEach(async () => {
  for (const one of running.splice(0)) await one.close();
});

/** Returns the problem of a connection, and checks that the password is nowhere in it. */
const wrongWith = async (connection: string): Promise<string> => {
  const error = await checkConnection(connection, realClock).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error === null) return 'nothing';
  if (!(error instanceof DeskError)) throw error;
  const all = JSON.stringify([error.toAppError(), error.stack, error.cause ?? null]);
  for (const secret of [SECRET, encodeURIComponent(SECRET)]) expect(all).not.toContain(secret);
  return error.details?.code ?? error.details?.problems?.[0]?.code ?? error.kind;
};

/** Starts a server that treats every connection like this. */
const startServer = async (serve: (socket: Socket) => void): Promise<string> => {
  const server = await startHostile(serve);
  running.push(server);
  return postgres.connection({ port: server.port });
};

const withCa = (connection: string, pem: string): string =>
  `${connection}?sslmode=verify-full&sslrootcert=${encodeURIComponent(pem)}`;

describe('a connection that works', () => {
  it('says what it leads to, and leaves nothing behind', async () => {
    expect(await checkConnection(postgres.connection(), realClock)).toEqual({
      host: '127.0.0.1',
      port: postgres.port,
      database: 'postgres',
      serverVersion: expect.stringMatching(/^18\.\d+$/),
      isPooled: false,
      isEncrypted: false,
      isLoopback: true,
      desks: 0,
    });
    expect(await postgres.ask("SELECT to_regnamespace('reseller_desk') AS made")).toEqual([{ made: null }]);
  });

  it('is encrypted with a certificate that it contains', async () => {
    const connection = withCa(postgres.connection({ host: 'localhost' }), postgres.tls.cert);
    expect(await checkConnection(connection, realClock)).toMatchObject({ isEncrypted: true, isPooled: false });
  });

  it('may lead to a desk of somebody else, who has created the tables', async () => {
    await postgres.ask('CREATE DATABASE shared');
    await postgres.ask("CREATE ROLE clerk LOGIN PASSWORD 'clerk'");
    await makeDesk(postgres.connection({ database: 'shared' }), '00000000-0000-4000-8000-000000000001');
    await postgres.ask(
      'GRANT USAGE ON SCHEMA reseller_desk TO clerk; GRANT ALL ON ALL TABLES IN SCHEMA reseller_desk TO clerk',
      'shared',
    );
    const clerk = { user: 'clerk', password: 'clerk', database: 'shared' };
    expect(await checkConnection(postgres.connection(clerk), realClock)).toMatchObject({ desks: 1 });
    await postgres.ask('REVOKE DELETE ON reseller_desk.changes FROM clerk', 'shared');
    expect(await wrongWith(postgres.connection(clerk))).toBe('store-rights');
  });
});

describe('a connection that does not', () => {
  it.each([
    ['no connection string', () => 'my database', 'connection-unreadable'],
    ['no such name', () => 'postgresql://u:p@nowhere.invalid/d', 'store-dns'],
    ['a wrong password', () => postgres.connection({ password: 'wrong' }), 'store-password'],
    ['no password', () => postgres.connection({ password: '' }), 'store-password'],
    ['a user who is not there', () => postgres.connection({ user: 'nobody' }), 'store-password'],
    ['no such database', () => postgres.connection({ database: 'nothing' }), 'store-no-database'],
    ['a certificate of nobody', () => postgres.connection({ host: ELSEWHERE }), 'store-certificate'],
    [
      'a certificate of somebody else',
      () => withCa(postgres.connection({ host: 'localhost' }), makeCertificate('localhost').cert),
      'store-certificate',
    ],
    [
      'a certificate for another name',
      () => withCa(postgres.connection({ host: ELSEWHERE }), postgres.tls.cert),
      'store-certificate-name',
    ],
    [
      'something that is not a certificate',
      () =>
        withCa(
          postgres.connection({ host: 'localhost' }),
          '-----BEGIN CERTIFICATE-----\nnone\n-----END CERTIFICATE-----',
        ),
      'store-certificate',
    ],
  ])('has %s', async (_, connection, code) => {
    expect(await wrongWith(connection())).toBe(code);
  });

  it('has a certificate of nobody, whatever an environment variable says', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    expect(await wrongWith(postgres.connection({ host: ELSEWHERE }))).toBe('store-certificate');
    vi.unstubAllEnvs();
  });

  it('leads to a port where nobody listens', async () => {
    expect(await wrongWith(postgres.connection({ port: await freePort() }))).toBe('store-refused');
  });

  it('leads to a server without encryption', async () => {
    const plain = await startPostgres({ settings: ['ssl=off'] });
    running.push(plain);
    expect(await wrongWith(plain.connection({ host: ELSEWHERE }))).toBe('store-no-tls');
    expect(await wrongWith(withCa(plain.connection({ host: 'localhost' }), plain.tls.cert))).toBe('store-no-tls');
    expect(await wrongWith(plain.connection())).toBe('nothing');
  });

  it('leads to a server that does not answer', async () => {
    const way = await startFaultyWay(postgres.port);
    running.push(way);
    way.stall(true);
    expect(await wrongWith(postgres.connection({ port: way.port }))).toBe('store-timeout');
  });

  it('leads to a server of another kind', async () => {
    const web = await startServer(
      (socket) => void socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
    );
    expect(await wrongWith(web)).toBe('store-not-postgres');
    const [, rest] = web.split('@127.0.0.1');
    expect(await wrongWith(`postgresql://u:p@localhost${rest}?sslmode=require`)).toBe('store-not-postgres');
    const closes = await startServer((socket) => void socket.once('data', () => socket.end()));
    expect(await wrongWith(closes)).toBe('store-broken');
  });

  it('sends no login to a server that answers before the encryption', async () => {
    let got = Buffer.alloc(0);
    const early = await startServer((socket) => {
      socket.on('data', (chunk) => {
        got = Buffer.concat([got, chunk]);
      });
      socket.write('SR\0\0\0\x08\0\0\0\0');
    });
    const [, rest] = early.split('@127.0.0.1');
    expect(await wrongWith(`postgresql://u:p@localhost${rest}?sslmode=require`)).toBe('store-not-postgres');
    expect(got.length).toBeLessThanOrEqual(8);
  });

  it('has a user who may not create tables', async () => {
    await postgres.ask("CREATE ROLE guest LOGIN PASSWORD 'guest'");
    expect(await wrongWith(postgres.connection({ user: 'guest', password: 'guest' }))).toBe('store-rights');
    await postgres.ask('CREATE DATABASE closed');
    await postgres.ask('REVOKE CONNECT ON DATABASE closed FROM public');
    const closed = postgres.connection({ user: 'guest', password: 'guest', database: 'closed' });
    expect(await wrongWith(closed)).toBe('store-rights');
  });

  it('leads to a database that can only be read', async () => {
    await postgres.ask('CREATE DATABASE copy');
    await postgres.ask('ALTER DATABASE copy SET default_transaction_read_only = on');
    expect(await wrongWith(postgres.connection({ database: 'copy' }))).toBe('store-read-only');
  });

  it('leads to a server that has no connection left', async () => {
    await postgres.ask("CREATE ROLE many LOGIN PASSWORD 'many' CONNECTION LIMIT 0");
    expect(await wrongWith(postgres.connection({ user: 'many', password: 'many' }))).toBe('store-full');
  });

  it('leads to a server that is too old', async () => {
    const old = await startServer(plays(() => [...SET, ...rows([['120022']]), READY]));
    const error = await checkConnection(old, realClock).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ details: { code: 'store-old-server', params: { version: '12.22', oldest: 13 } } });
  });
});
