import { describe, expect, it } from 'vitest';
import { networkFailure } from '#core/api/network-error.ts';

const node = (code: string, extra: object = {}) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(`${code} 10.0.0.1`), { code, ...extra }) });
const chromium = (name: string) => new Error(`net::ERR_${name}`);

describe('networkFailure', () => {
  it.each([
    // nothing can have been sent
    ['a name not found', node('ENOTFOUND', { syscall: 'getaddrinfo' }), 'offline', 'dns', 'no'],
    ['a name server away', node('EAI_AGAIN'), 'offline', 'dns', 'no'],
    ['a refused connection', node('ECONNREFUSED', { syscall: 'connect' }), 'offline', 'refused', 'no'],
    ['no route', node('ENETUNREACH', { syscall: 'connect' }), 'offline', 'no-network', 'no'],
    ['a host away', node('EHOSTUNREACH', { syscall: 'connect' }), 'offline', 'unreachable', 'no'],
    ['a connect that took too long', node('UND_ERR_CONNECT_TIMEOUT'), 'offline', 'connect-timeout', 'no'],
    ['a timeout of connect()', node('ETIMEDOUT', { syscall: 'connect' }), 'offline', 'timed-out', 'no'],
    ['a certificate too old', node('CERT_HAS_EXPIRED'), 'offline', 'certificate', 'no'],
    ['a certificate of another name', node('ERR_TLS_CERT_ALTNAME_INVALID'), 'offline', 'certificate', 'no'],
    ['Chromium: dns', chromium('NAME_NOT_RESOLVED'), 'offline', 'dns', 'no'],
    ['Chromium: refused', chromium('CONNECTION_REFUSED'), 'offline', 'refused', 'no'],
    ['Chromium: no network', chromium('INTERNET_DISCONNECTED'), 'offline', 'no-network', 'no'],
    ['Chromium: certificate', chromium('CERT_AUTHORITY_INVALID'), 'offline', 'certificate', 'no'],
    ['Chromium: proxy', chromium('PROXY_CONNECTION_FAILED'), 'offline', 'proxy', 'no'],
    // it may have been
    ['a reset', node('ECONNRESET'), 'timeout', 'reset', 'maybe'],
    ['a closed socket', node('UND_ERR_SOCKET'), 'timeout', 'reset', 'maybe'],
    ['headers that never came', node('UND_ERR_HEADERS_TIMEOUT'), 'timeout', 'timed-out', 'maybe'],
    ['an open connection that timed out', node('ETIMEDOUT', { syscall: 'read' }), 'timeout', 'timed-out', 'maybe'],
    ['Chromium: reset', chromium('CONNECTION_RESET'), 'timeout', 'reset', 'maybe'],
    ['Chromium: closed', chromium('CONNECTION_CLOSED'), 'timeout', 'reset', 'maybe'],
    ['Chromium: empty', chromium('EMPTY_RESPONSE'), 'timeout', 'reset', 'maybe'],
    ['Chromium: network changed', chromium('NETWORK_CHANGED'), 'timeout', 'reset', 'maybe'],
    ['Chromium: timed out', chromium('CONNECTION_TIMED_OUT'), 'timeout', 'timed-out', 'maybe'],
    ['Chromium: unreachable', chromium('ADDRESS_UNREACHABLE'), 'timeout', 'unreachable', 'maybe'],
    ['Electron: a redirect', new Error('Redirect was cancelled'), 'malformed', 'redirected', 'maybe'],
    ['something unheard of', chromium('QUIC_PROTOCOL_ERROR'), 'timeout', 'reset', 'maybe'],
    ['no reason at all', new TypeError('fetch failed'), 'timeout', 'reset', 'maybe'],
    ['not even an error', 'boom', 'timeout', 'reset', 'maybe'],
  ])('%s', (_, error, kind, code, sent) => {
    expect(networkFailure(error)).toMatchObject({ kind, sent, details: { code } });
  });

  it('looks into the errors of every address that was tried', () => {
    const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED', syscall: 'connect' });
    const error = new TypeError('fetch failed', { cause: new AggregateError([refused, refused]) });
    expect(networkFailure(error)).toMatchObject({ kind: 'offline', sent: 'no' });
  });

  it('does not hang on a cause that causes itself', () => {
    const error: Error & { cause?: unknown } = new Error('loop');
    error.cause = error;
    expect(networkFailure(error).sent).toBe('maybe');
  });

  it('tells nothing of the address', () => {
    expect(JSON.stringify(networkFailure(node('ECONNRESET')))).not.toContain('10.0.0.1');
  });
});
