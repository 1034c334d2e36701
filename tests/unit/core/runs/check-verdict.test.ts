import { describe, expect, it } from 'vitest';
import { createNetworkDoubt } from '#core/jobs/check/network-doubt.ts';
import { refusalOfSocks, refusalOfStatus, timedOutAt, verdictOf } from '#core/jobs/check/verdict.ts';

const withCode = (code: string): Error => Object.assign(new Error('secret words'), { code });

describe('the verdict on a proxy', () => {
  it("follows from the system's error code", () => {
    const reasonOf = (code: string) => verdictOf(withCode(code))?.reason;
    expect(reasonOf('ECONNREFUSED')).toBe('connection-refused');
    expect(reasonOf('ECONNRESET')).toBe('reset');
    expect(reasonOf('ENETUNREACH')).toBe('no-route');
    expect(reasonOf('DEPTH_ZERO_SELF_SIGNED_CERT')).toBe('tampered');
    expect(reasonOf('ERR_TLS_CERT_ALTNAME_INVALID')).toBe('tampered');
    expect(reasonOf('CERT_HAS_EXPIRED')).toBe('tampered');
    expect(reasonOf('ERR_SSL_WRONG_VERSION_NUMBER')).toBe('garbage');
    expect(reasonOf('HPE_INVALID_CONSTANT')).toBe('garbage');
    expect(verdictOf('no error at all')).toEqual({ state: 'dead', reason: 'garbage' });
  });

  it('is withheld if this computer has no means left to connect', () => {
    for (const code of ['EMFILE', 'ENFILE', 'ENOBUFS', 'EADDRNOTAVAIL']) expect(verdictOf(withCode(code))).toBeNull();
  });

  it('follows from the answer to CONNECT', () => {
    const told = (status: number) => `${refusalOfStatus(status).state} ${refusalOfStatus(status).reason}`;
    expect(told(407)).toBe('refused password');
    expect(told(402)).toBe('refused payment');
    expect(told(403)).toBe('refused not-allowed');
    expect(told(429)).toBe('refused too-many');
    expect(told(502)).toBe('dead gateway');
    expect(told(302)).toBe('dead garbage');
    expect(told(100)).toBe('dead garbage');
  });

  it('follows from the SOCKS reply, and keeps none of its text', () => {
    expect(refusalOfSocks('Socks5 Authentication failed').reason).toBe('password');
    expect(refusalOfSocks('Socks5 proxy rejected connection - NotAllowed').reason).toBe('not-allowed');
    expect(refusalOfSocks('Socks5 proxy rejected connection - HostUnreachable').reason).toBe('gateway');
    expect(refusalOfSocks('anything with a password').message).toBe('garbage');
    expect(verdictOf(timedOutAt('answer'))).toEqual({ state: 'dead', reason: 'timeout-answer' });
  });
});

describe('a network that may be down', () => {
  const dead = {
    state: 'dead',
    reason: 'timeout-connect',
    connectMs: null,
    firstByteMs: null,
    exitIp: null,
    exitCountry: null,
  } as const;
  const alive = { ...dead, state: 'alive', reason: null } as const;

  it('is checked after many failures in a row, and proxies that seemed dead are checked again', async () => {
    let [offline, looks] = [false, 0];
    const doubt = createNetworkDoubt({
      isOffline: () => offline,
      lookAtConnection: async () => {
        looks += 1;
        offline = true;
      },
    });
    for (let line = 0; line < 24; line += 1) expect(await doubt(line, dead)).toEqual([]);
    expect(looks).toBe(0);
    expect(await doubt(24, dead)).toHaveLength(25);
    expect(looks).toBe(1);
    expect(await doubt(25, dead)).toBeNull();
    expect(await doubt(26, alive)).toEqual([]);
  });

  it('is not suspected while some proxies answer', async () => {
    const doubt = createNetworkDoubt({
      isOffline: () => false,
      lookAtConnection: () => Promise.reject(new Error('never')),
    });
    for (let line = 0; line < 200; line += 1) expect(await doubt(line, line % 20 === 0 ? alive : dead)).toEqual([]);
  });
});
