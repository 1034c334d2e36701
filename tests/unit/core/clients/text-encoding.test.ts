import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { recogniseEncoding } from '#core/catalogue/clients/text-encoding.ts';

const recognise = (bytes: Buffer) => recogniseEncoding(bytes, (sample, encoding) => iconv.decode(sample, encoding));
const SHORT = 'ID;Ключ;Имя\r\n5012345678;orlov;Кирилл\r\n';
const LONG = `${SHORT}${'421337000;k;Ёлкина Анна № 5 — «опт», до декабря\r\n'.repeat(50)}`;
const LATE = `ID;Key;Name\r\n${'5012345678;k;Anna\r\n'.repeat(5_000)}7100200300;m;Мария\r\n`;

describe('the encoding of a file', () => {
  it.each(['utf-8', 'windows-1251', 'cp866', 'koi8-r', 'maccyrillic', 'utf-16le', 'utf-16be'] as const)('%s', (as) => {
    for (const text of [SHORT, LONG, LATE, LATE.replaceAll('\r\n', '\r')])
      expect(recognise(iconv.encode(text, as))).toBe(as);
  });

  it('follows the byte order mark, whether or not the rest is broken', () => {
    const marked = Buffer.concat([Buffer.from('\ufeffИмя;'), Buffer.from([0xff, 0xfe, 0xc0, 0xff])]);
    expect(recognise(marked)).toBe('utf-8');
    for (const as of ['utf-16le', 'utf-16be'] as const) {
      expect(recognise(iconv.encode('№;', as, { addBOM: true }))).toBe(as);
    }
  });

  it('stays UTF-8 if a byte is broken', () => {
    const bytes = Buffer.from(LONG);
    for (let at = 5; at < bytes.length; at += 97) {
      const broken = Buffer.from(bytes);
      broken[at] = 0xff;
      expect(recognise(broken)).toBe('utf-8');
    }
  });
});
