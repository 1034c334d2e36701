import { describe, expect, it } from 'vitest';
import { MAX_WHITELIST_ADDRESSES, readAddresses } from '#shared/domain/whitelist-run.ts';

describe('readAddresses', () => {
  it('takes each address once, however they are separated', () => {
    expect(readAddresses(' 203.0.113.7,2001:db8::1;\n[2001:db8::2]\t203.0.113.7 ')).toEqual({
      ok: true,
      ips: ['203.0.113.7', '2001:db8::1', '2001:db8::2'],
    });
  });

  it.each(['203.0.113.0/24', '203.0.113.7:80', 'example.com', '203.0.113.7-9'])('names %s as wrong', (typed) => {
    expect(readAddresses(`203.0.113.1\n${typed}`)).toEqual({ ok: false, code: 'whitelist-address', params: { typed } });
  });

  it('wants one address at least, and not too many', () => {
    expect(readAddresses(' ,\n')).toEqual({ ok: false, code: 'required' });
    const many = Array.from({ length: MAX_WHITELIST_ADDRESSES + 1 }, (_, index) => `203.0.113.${index}`);
    expect(readAddresses(many.slice(1).join(' '))).toMatchObject({ ok: true });
    expect(readAddresses(many.join(' '))).toMatchObject({ ok: false, code: 'whitelist-too-many' });
  });

  it('cuts what was typed in the message about it', () => {
    const read = readAddresses('x'.repeat(5_000));
    expect(read.ok ? '' : read.params?.typed).toHaveLength(60);
  });
});
