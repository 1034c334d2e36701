import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseConnection } from '#core/sync/store/connection-string.ts';
import { DeskError } from '#shared/result.ts';

const problemOf = (text: string): string => {
  try {
    parseConnection(text);
  } catch (error) {
    if (error instanceof DeskError) return error.details?.problems?.[0]?.code ?? '';
  }
  return 'none';
};

const PEM = '-----BEGIN CERTIFICATE-----\nMIIB+zCC\n-----END CERTIFICATE-----';

describe('a connection string', () => {
  it('is read as hosting services write it', () => {
    expect(parseConnection(' postgresql://shop:p%40ss@db.example.com:6432/desk?sslmode=require ')).toEqual({
      host: 'db.example.com',
      port: 6432,
      user: 'shop',
      password: 'p@ss',
      database: 'desk',
      tls: { ca: null },
    });
    expect(
      parseConnection('postgres://shop:x@Ep-1.Eu.Neon.Tech/desk?sslmode=verify-full&channel_binding=require'),
    ).toEqual(expect.objectContaining({ host: 'ep-1.eu.neon.tech', port: 5432 }));
    expect(parseConnection('postgresql://a.b:x@[2001:db8::1]:5433/d')).toMatchObject({
      host: '2001:db8::1',
      port: 5433,
    });
    expect(parseConnection('postgresql://магазин:пароль@база.рф/стол')).toMatchObject({
      host: 'xn--80aabz.xn--p1ai',
      user: 'магазин',
      password: 'пароль',
      database: 'стол',
    });
  });

  it('is read with the text that a hosting service puts around it', () => {
    const target = parseConnection('postgresql://shop:x@db.example.com/desk');
    for (const text of [
      "psql 'postgresql://shop:x@db.example.com/desk'",
      '"postgresql://shop:x@db.example.com/desk"',
      ' psql postgresql://shop:x@db.example.com/desk\n',
    ])
      expect(parseConnection(text), text).toEqual(target);
    expect(parseConnection('postgresql://shop:p@ss:w@db.example.com/desk')).toEqual({ ...target, password: 'p@ss:w' });
    const token = 'x'.repeat(1_500);
    expect(parseConnection(`postgresql://shop:${token}@db.example.com/desk`)).toEqual({ ...target, password: token });
  });

  it('accepts a certificate as it is, encoded, and as a field of one line leaves it', () => {
    const body = `MIIB+z/C${'A+/9'.repeat(30)}==`;
    const lines = body.match(/.{1,64}/g) ?? [];
    const pem = ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----'].join('\n');
    const two = `${pem}\n${pem}`;
    const rootOf = (text: string) =>
      parseConnection(`postgresql://u:p@db.example.com/d?sslmode=verify-full&sslrootcert=${text}&connect_timeout=9`)
        .tls;
    const asForm = new URLSearchParams({ pem }).toString().slice('pem='.length);
    const ways = [pem, encodeURIComponent(pem), asForm, pem.replaceAll('\n', ''), pem.replaceAll('\n', '\r\n')];
    for (const written of ways) expect(rootOf(written), written).toEqual({ ca: pem });
    expect(rootOf(two)).toEqual({ ca: two });
  });

  it("uses the user's name for a missing database name", () => {
    expect(parseConnection('postgresql://shop:x@db.example.com')).toMatchObject({ database: 'shop' });
    expect(parseConnection('postgresql://shop:x@db.example.com/')).toMatchObject({ database: 'shop' });
  });

  it('is encrypted and verified except on this computer', () => {
    const tlsOf = (rest: string) => parseConnection(`postgresql://u:p@${rest}`).tls;
    for (const mode of ['', '?sslmode=prefer', '?sslmode=require', '?sslmode=verify-ca', '?ssl=true']) {
      expect(tlsOf(`db.example.com/d${mode}`), mode).toEqual({ ca: null });
    }
    for (const host of ['localhost', 'LOCALHOST', '127.0.0.1', '[::1]']) {
      expect(tlsOf(`${host}/d`), host).toBeNull();
      expect(tlsOf(`${host}/d?sslmode=disable`), host).toBeNull();
      expect(tlsOf(`${host}/d?sslmode=verify-full`), host).toEqual({ ca: null });
    }
    // Names that only look similar belong to other computers.
    for (const host of ['127.0.0.1.example.com', 'localhost.example.com', '10.0.0.1', '[::2]', '127.0.0.2']) {
      expect(tlsOf(`${host}/d`), host).toEqual({ ca: null });
    }
    expect(tlsOf(`db.example.com/d?sslrootcert=${encodeURIComponent(PEM)}`)).toEqual({ ca: PEM });
    expect(tlsOf('db.example.com/d?sslrootcert=system')).toEqual({ ca: null });
  });

  it.each([
    ['', 'connection-empty'],
    ['  ', 'connection-empty'],
    [`postgresql://u:p@h/${'d'.repeat(20_000)}`, 'connection-too-long'],
    ['mysql://u:p@h/d', 'connection-other-kind'],
    ['MongoDB+srv://u:p@h/d', 'connection-other-kind'],
    ['host=db.example.com user=shop', 'connection-unreadable'],
    ['postgresql://', 'connection-unreadable'],
    ['postgresql:///d?host=/var/run', 'connection-unreadable'],
    ['postgresql://u:p@%2Fvar%2Frun/d', 'connection-unreadable'],
    ['postgresql://u:p@h:99999/d', 'connection-unreadable'],
    ['postgresql://u:p@h:0/d', 'connection-unreadable'],
    ['postgresql://u:p/w@h/d', 'connection-escape'],
    ['postgresql://u:p#w@h/d', 'connection-escape'],
    ['postgresql://u:p?w@h/d', 'connection-escape'],
    ['postgresql://u:p@Secret/9@h/d', 'connection-escape'],
    ['postgresql://u:p@Secret?9@h/d', 'connection-escape'],
    ['postgresql://u:p@Secret#9@h/d', 'connection-escape'],
    ['postgresql://u:p%zz@h/d', 'connection-escape'],
    ['postgresql://u:p@h h/d', 'connection-unreadable'],
    ['postgresql://h/d', 'connection-no-user'],
    ['postgresql://:p@h/d', 'connection-no-user'],
    ['postgresql://u:p@h1,h2/d', 'connection-many-hosts'],
    ['postgresql://u:p@h1:5432,h2:5432/d', 'connection-many-hosts'],
    ['postgresql://u%00database%00other:p@h/d', 'connection-characters'],
    ['postgresql://u:p@h/d%0a', 'connection-characters'],
    [`postgresql://${'u'.repeat(300)}:p@h/d`, 'connection-long-user'],
    [`postgresql://u:${'p'.repeat(3_000)}@h/d`, 'connection-long-password'],
    [`postgresql://u:p@h/${'d'.repeat(300)}`, 'connection-long-database'],
    ['postgresql://u:p@h/d?host=evil.example.com', 'connection-parameter'],
    ['postgresql://u:p@h/d?password=other', 'connection-parameter'],
    ['postgresql://u:p@h/d?sslmode=disable', 'connection-not-encrypted'],
    ['postgresql://u:p@h/d?sslmode=no-verify', 'connection-not-encrypted'],
    ['postgresql://u:p@h/d?ssl=false', 'connection-not-encrypted'],
    ['postgresql://u:p@h/d?sslmode=verify-full&sslmode=disable', 'connection-not-encrypted'],
    ['postgresql://u:p@h/d?sslmode=maybe', 'connection-ssl-mode'],
    ['postgresql://u:p@h/d?sslrootcert=/home/u/root.crt', 'connection-root-cert'],
    ['postgresql://u:p@h/d?sslrootcert=-----BEGIN CERTIFICATE-----', 'connection-root-cert'],
    ['postgresql://u:p@h/d?sslrootcert=%zz', 'connection-root-cert'],
  ])('is refused with a reason: %s', (text, code) => {
    expect(problemOf(text)).toBe(code);
  });

  it('never leads to another host than it shows, whatever its parts contain', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (user, password, database) => {
        const parts = [user, password, database].map(encodeURIComponent);
        const text = `postgresql://${parts[0]}:${parts[1]}@db.example.com/${parts[2]}`;
        if (problemOf(text) !== 'none') return;
        const target = parseConnection(text);
        expect(target).toMatchObject({ host: 'db.example.com', port: 5432, user, password, tls: { ca: null } });
      }),
    );
    fc.assert(fc.property(fc.string(), (text) => void problemOf(`postgresql://${text}`)));
  });
});
