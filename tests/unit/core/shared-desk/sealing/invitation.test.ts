import { createHash, randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deriveKey, type Strength } from '#core/platform/secrets/derive-key.ts';
import { sealBox } from '#core/sync/crypto/box.ts';
import { type Invitation, makeInvitation, openInvitation, parseInvitation } from '#core/sync/crypto/invitation.ts';
import { findInvitation, MAX_INVITATION_TEXT, writeInvitation } from '#core/sync/crypto/invitation-text.ts';
import { KEPT_KEYS, newKeyRing, nextKey, withKey, writeRing } from '#core/sync/crypto/keys.ts';
import { DeskError } from '#shared/result.ts';

const QUICK: Strength = { name: 'scrypt', N: 2 ** 10, r: 1, p: 1 };
const NOW = new Date(2026, 10, 22, 15, 30).getTime();
const DAY = 24 * 60 * 60 * 1000;
const PASSPHRASE = 'кошка дерево луна семь';

const INVITATION: Invitation = {
  connection: 'postgresql://shop:s3cret-of-the-db@db.example.com:6432/shop?sslmode=verify-full',
  deskId: randomUUID(),
  keys: newKeyRing(),
  baseUrl: 'https://api.example.com',
  deskName: 'Магазин «Ромашка»',
  invitedBy: 'Ноутбук Анны',
};

const make = async (invitation = INVITATION): Promise<string> => {
  const words = { passphrase: PASSPHRASE, repeated: PASSPHRASE };
  return (await makeInvitation(invitation, words, { now: NOW, language: 'ru', strength: QUICK })).text;
};
const open = (text: string, passphrase = PASSPHRASE, now = NOW) =>
  Promise.resolve().then(() => openInvitation(parseInvitation(text), passphrase, now));
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'opened',
    (error: unknown) => (error instanceof DeskError ? error.details?.code : error),
  );
const parsing = (of: string): unknown => {
  try {
    return parseInvitation(of);
  } catch (error) {
    return error instanceof DeskError ? error.details?.code : error;
  }
};
const text = await make();

describe('an invitation', () => {
  it('opens with the contents it was made with', async () => {
    expect(await open(text)).toMatchObject(INVITATION);
    let keys = newKeyRing();
    while (keys.length < KEPT_KEYS) keys = withKey(keys, nextKey(keys));
    const full = { ...INVITATION, keys, deskName: '„Ёж“ 🦔\n\u0000', invitedBy: 'я'.repeat(200) };
    expect(await open(await make(full))).toMatchObject(full);
  });

  it('says in words what it is and how long it holds, and shows nothing of its contents', () => {
    expect(text).toContain('действует по 29 ноября');
    expect(text.length).toBeLessThan(1_800);
    for (const secret of ['s3cret', 'example', 'Ромашка', 'Анн', INVITATION.deskId]) expect(text).not.toContain(secret);
  });

  it('contains only the data that belongs into it', async () => {
    const careless = { ...INVITATION, privateKey: 'of this computer' };
    expect(await open(await make(careless))).not.toHaveProperty('privateKey');
  });

  it('can contain a certificate', async () => {
    const connection = `${INVITATION.connection}&sslrootcert=${encodeURIComponent(randomBytes(10_000).toString('base64'))}`;
    expect((await open(await make({ ...INVITATION, connection }))).connection).toBe(connection);
  });

  it('opens until the end of the seventh day', async () => {
    const end = new Date(2026, 10, 30).getTime();
    expect(await codeOf(open(text, PASSPHRASE, end - 1))).toBe('opened');
    expect(await codeOf(open(text, PASSPHRASE, end))).toBe('invitation-expired');
  });

  it('is not made with a passphrase that can be guessed, or that was repeated differently', async () => {
    const making = (passphrase: string, repeated: string) =>
      makeInvitation(INVITATION, { passphrase, repeated }, { now: NOW, language: 'en', strength: QUICK });
    const refused = (code: string) => ({ kind: 'invalid-input', details: { problems: [{ code }] } });
    await expect(making('short', 'short')).rejects.toMatchObject(refused('passphrase-short'));
    await expect(making('qwertyuiop', 'qwertyuiop')).rejects.toMatchObject(refused('passphrase-known'));
    await expect(making(PASSPHRASE, `${PASSPHRASE}!`)).rejects.toMatchObject(refused('passphrase-differs'));
  });
});

describe('the passphrase of an invitation', () => {
  it('is reported as wrong, and not as damage', async () => {
    expect(await codeOf(open(text, 'кошка дерево луна шесть'))).toBe('invitation-wrong-passphrase');
  });

  it('may have other spaces and characters than it was typed with', async () => {
    expect(await codeOf(open(text, ' кошка  дерево\u00a0луна семь\n'.normalize('NFD')))).toBe('opened');
  });
});

describe('an invitation on its way', () => {
  const lines = text.trimEnd().split('\n');
  const body = lines.slice(lines.indexOf('RDESK{'));

  it.each<[string, string]>([
    ['lines of another system', lines.join('\r\n')],
    ['a quotation', lines.map((line) => `> ${line}`).join('\n')],
    ['a quotation of a quotation', lines.map((line) => `>> > ${line}`).join('\r\n')],
    ['one line', lines.join(' ')],
    ['no line breaks at all', body.join('')],
    ['short lines', body.join('').replace(/(.{31})/g, '$1\n')],
    ['indented', lines.map((line) => `\t\u00a0 ${line}  `).join('\n')],
    ['invisible signs', `\ufeff${body.join('\n').replace(/(.{17})/g, '$1\u200b\u00ad')}`],
    ['words around it', `Привет! Вот:\n\n«${body.join('\n')}»\n\n-- \nАнна {магазин}\nSent from my phone`],
    ['smart quotation marks', `“${body.join('\n')}”`],
    ['a sign set apart', body.join('\n').replace('RDESK{', 'rdesk {')],
    ['sent twice', `${text}\n\n${text}`],
  ])('may become %s', (_, mangled) => {
    expect(parseInvitation(mangled)).toEqual(parseInvitation(text));
  });

  it('is reported as cut, wherever it was cut', () => {
    const block = body.join('\n');
    const codes = Array.from({ length: block.length - 2 }, (_, length) => parsing(block.slice(0, length)));
    expect(codes.map((code, length) => (code === 'invitation-unknown') === length < 'RDESK{'.length)).not.toContain(
      false,
    );
    expect([...new Set(codes)]).toEqual(['invitation-unknown', 'invitation-cut-short']);
    expect(parsing(block.replace(lines.at(-2) ?? '', ''))).toBe('invitation-damaged');
  });

  it('opens when only the brace at its end is missing', () => {
    expect(parseInvitation(body.slice(0, -1).join('\n'))).toEqual(parseInvitation(text));
  });

  it('is reported as damaged when any one bit of it was changed', () => {
    const { bytes } = findInvitation(text);
    const codes = new Set<unknown>();
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = bytes.map((byte, index) => (index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
      codes.add(parsing(writeInvitation('', changed)));
    }
    expect([...codes]).toEqual(['invitation-damaged']);
  });

  it('accepts no other kind of data', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (any) => {
        expect(() => parseInvitation(any)).toThrow(DeskError);
        expect(() => parseInvitation(`RDESK{${any}}`)).toThrow(DeskError);
      }),
    );
    expect(parsing('')).toBe('invitation-unknown');
    expect(parsing('RDESK '.repeat(MAX_INVITATION_TEXT / 6))).toBe('invitation-unknown');
    expect(parsing('RDESK{'.repeat(1_000_000))).toBe('invitation-too-long');
  });
});

describe('a foreign invitation', () => {
  const withChecksum = (sealed: Uint8Array): string =>
    writeInvitation('', Buffer.concat([sealed, createHash('sha256').update(sealed).digest().subarray(0, 8)]));
  const salt = randomBytes(16);
  const head = Buffer.concat([Buffer.of(1, 10, 1, 1), salt]);
  const deriving = deriveKey(PASSPHRASE, { ...QUICK, salt: salt.toString('base64') });
  const forged = async (value: unknown): Promise<string> =>
    withChecksum(Buffer.concat([head, sealBox(await deriving, head, value)]));
  const good = { ...INVITATION, keys: writeRing(INVITATION.keys), until: NOW + DAY };

  it('is reported as made by a newer format', async () => {
    const { bytes } = findInvitation(text);
    const newer = Buffer.from(bytes.subarray(0, -8));
    newer.writeUInt8(2, 0);
    expect(await codeOf(open(withChecksum(newer)))).toBe('invitation-newer');
  });

  it.each([30, 40, 255])('cannot ask for more work and memory than our own (2^%i)', async (power) => {
    const { bytes } = findInvitation(text);
    const heavy = Buffer.from(bytes.subarray(0, -8));
    heavy.writeUInt8(power, 1);
    expect(await codeOf(open(withChecksum(heavy)))).toBe('invitation-damaged');
  });

  it('is accepted only if it has the parameters of our own', async () => {
    expect(await codeOf(open(await forged(good)))).toBe('opened');
    for (const wrong of [
      { ...good, baseUrl: 'http://api.example.com' },
      { ...good, keys: [] },
      { ...good, deskId: '../../etc' },
      { ...good, deskName: 'x'.repeat(1_000) },
      null,
    ])
      expect(await codeOf(open(await forged(wrong)))).toBe('invitation-damaged');
  });
});
