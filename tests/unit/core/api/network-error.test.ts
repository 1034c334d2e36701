import { describe, expect, it } from 'vitest';
import { networkFailure } from '#core/service/api/network-error.ts';

const node = (code: string, extra: object = {}) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(`${code} 10.0.0.1`), { code, ...extra }) });
const chromium = (name: string) => new Error(`net::ERR_${name}`);

describe('networkFailure', () => {
  it.each([
    // Nothing can have been sent: the name was not found, or the connection was never made.
    ['a name not found', node('ENOTFOUND', { syscall: 'getaddrinfo' }), 'offline', 'dns', 'no'],
    ['a name server away', node('EAI_AGAIN'), 'offline', 'dns', 'no'],
    ['a refused connection', node('ECONNREFUSED', { syscall: 'connect' }), 'offline', 'refused', 'no'],
    ['no route', node('ENETUNREACH', { syscall: 'connect' }), 'offline', 'no-network', 'no'],
    ['no network to connect by', node('ENETDOWN', { syscall: 'connect' }), 'offline', 'no-network', 'no'],
    ['a host away', node('EHOSTUNREACH', { syscall: 'connect' }), 'offline', 'unreachable', 'no'],
    ['a connect that took too long', node('UND_ERR_CONNECT_TIMEOUT'), 'offline', 'connect-timeout', 'no'],
    ['a timeout of connect()', node('ETIMEDOUT', { syscall: 'connect' }), 'offline', 'timed-out', 'no'],
    ['Chromium: dns', chromium('NAME_NOT_RESOLVED'), 'offline', 'dns', 'no'],
    ['Chromium: refused', chromium('CONNECTION_REFUSED'), 'offline', 'refused', 'no'],
    // The same errors, but the request may have been sent, because they also end an open connection.
    ['no route while reading', node('ENETUNREACH', { syscall: 'read' }), 'offline', 'no-network', 'maybe'],
    ['the network went while reading', node('ENETDOWN', { syscall: 'read' }), 'offline', 'no-network', 'maybe'],
    ['the network went while writing', node('ENETDOWN', { syscall: 'write' }), 'offline', 'no-network', 'maybe'],
    ['no route, without saying when', node('ENETUNREACH'), 'offline', 'no-network', 'maybe'],
    ['refused, without saying what', node('ECONNREFUSED'), 'offline', 'refused', 'maybe'],
    ['refused while reading', node('ECONNREFUSED', { syscall: 'read' }), 'offline', 'refused', 'maybe'],
    ['a certificate too old', node('CERT_HAS_EXPIRED'), 'offline', 'certificate', 'maybe'],
    ['a certificate of another name', node('ERR_TLS_CERT_ALTNAME_INVALID'), 'offline', 'certificate', 'maybe'],
    ['TLS: a broken record', node('ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC'), 'timeout', 'tls', 'maybe'],
    ['TLS: an alert', node('ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE'), 'timeout', 'tls', 'maybe'],
    ['Chromium: no network', chromium('INTERNET_DISCONNECTED'), 'offline', 'no-network', 'maybe'],
    ['Chromium: no access', chromium('NETWORK_ACCESS_DENIED'), 'offline', 'no-network', 'maybe'],
    ['Chromium: certificate', chromium('CERT_AUTHORITY_INVALID'), 'offline', 'certificate', 'maybe'],
    ['Chromium: another certificate on the way', chromium('SSL_SERVER_CERT_CHANGED'), 'timeout', 'tls', 'maybe'],
    ['Chromium: no such key', chromium('SSL_VERSION_OR_CIPHER_MISMATCH'), 'timeout', 'tls', 'maybe'],
    ['Chromium: a broken record', chromium('SSL_BAD_RECORD_MAC_ALERT'), 'timeout', 'tls', 'maybe'],
    ['Chromium: proxy', chromium('PROXY_CONNECTION_FAILED'), 'offline', 'proxy', 'maybe'],
    ['Chromium: tunnel', chromium('TUNNEL_CONNECTION_FAILED'), 'offline', 'proxy', 'maybe'],
    ['Chromium: SOCKS', chromium('SOCKS_CONNECTION_FAILED'), 'offline', 'proxy', 'maybe'],
    ['Chromium: a name collision', chromium('ICANN_NAME_COLLISION'), 'offline', 'dns', 'maybe'],
    // The connection was open.
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

  it('examines the errors of every address that was tried', () => {
    const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED', syscall: 'connect' });
    const error = new TypeError('fetch failed', { cause: new AggregateError([refused, refused]) });
    expect(networkFailure(error)).toMatchObject({ kind: 'offline', sent: 'no' });
  });

  it('does not prove that nothing was sent when one of several addresses got further than connect()', () => {
    const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED', syscall: 'connect' });
    const cut = Object.assign(new Error('cut'), { code: 'ECONNRESET', syscall: 'read' });
    for (const errors of [
      [refused, cut],
      [refused, new Error('who knows')],
    ]) {
      const all = Object.assign(new AggregateError(errors), { code: 'ECONNREFUSED' });
      expect(networkFailure(new TypeError('fetch failed', { cause: all }))).toMatchObject({ sent: 'maybe' });
    }
    const both = Object.assign(new AggregateError([refused, refused]), { code: 'ECONNREFUSED' });
    expect(networkFailure(new TypeError('fetch failed', { cause: both }))).toMatchObject({ sent: 'no' });
  });

  it('does not prove it either when an unresolved name only caused an open connection to break', () => {
    const lost = Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND', syscall: 'getaddrinfo' });
    const closed = Object.assign(new Error('other side closed', { cause: lost }), { code: 'UND_ERR_SOCKET' });
    expect(networkFailure(new TypeError('fetch failed', { cause: closed }))).toMatchObject({ sent: 'maybe' });
  });

  it('does not hang on an error that is its own cause', () => {
    const error: Error & { cause?: unknown } = new Error('loop');
    error.cause = error;
    expect(networkFailure(error).sent).toBe('maybe');
  });

  it('does not reveal the address', () => {
    expect(JSON.stringify(networkFailure(node('ECONNRESET')))).not.toContain('10.0.0.1');
  });
});
