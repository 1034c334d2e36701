import { describe, expect, it } from 'vitest';
import { chatAddressOf, isChatAddress } from '#shared/domain/chat-address.ts';

const client = { messengerId: 5_012_345_678, clientKey: 'anna-key', name: 'Anna' };

describe('the address of a chat', () => {
  it('uses the user name if the name or the key is one, and the messenger id otherwise', () => {
    expect(chatAddressOf(client)).toBe('tg://user?id=5012345678');
    expect(chatAddressOf({ ...client, name: '@anna_shop' })).toBe('https://t.me/anna_shop');
    expect(chatAddressOf({ ...client, clientKey: 'https://t.me/anna_shop' })).toBe('https://t.me/anna_shop');
    expect(chatAddressOf({ ...client, clientKey: 't.me/Anna5' })).toBe('https://t.me/Anna5');
    expect(chatAddressOf({ ...client, name: 'Anna @anna_shop' })).toBe('tg://user?id=5012345678');
    expect(chatAddressOf({ ...client, name: '@anna', messengerId: -1 })).toBe('https://t.me/anna');
  });

  it('is nothing for a group, for 0 and for a number that is not whole', () => {
    for (const messengerId of [-1_001_234_567_890, 0, 1.5, 1e21, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(chatAddressOf({ ...client, messengerId })).toBeNull();
    }
  });

  it('may be that of a bot with a start code, but never because of what a client is called', () => {
    const address = 'https://t.me/shop_bot?start=AbC-_019';
    expect(isChatAddress(address)).toBe(true);
    expect(isChatAddress(`${address}${'x'.repeat(60)}`)).toBe(false);
    expect(chatAddressOf({ ...client, name: address })).toBe('tg://user?id=5012345678');
  });

  it('never takes another form, whatever a name contains', () => {
    const hostile = [
      'https://t.me/anna?start=',
      'https://t.me/anna?start=x&y=1',
      'https://t.me/anna?start=a%2Fb',
      'https://t.me/anna?startgroup=x',
      'https://t.me/joinchat/abc',
      'https://t.me.example.com/anna',
      'https://t.me/anna\nhttps://example.com',
      'https://t.me/../x',
      'http://t.me/anna',
      'tg://resolve?domain=anna',
      'tg://user?id=1&x=2',
      'tg://user?id=-5',
      'tg://user?id=01',
      'tg://user?id=',
      'javascript:alert(1)',
      'file:///etc/passwd',
      '@а́нна_shop',
      '',
      ' ',
    ];
    for (const text of hostile) {
      expect(isChatAddress(text), text).toBe(false);
      const found = chatAddressOf({ ...client, name: `@${text}`, clientKey: text });
      expect(found, text).toBe('tg://user?id=5012345678');
    }
  });
});
