import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** Encodes DER: a tag, a length, the contents. */
const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts);
  if (body.length < 128) return Buffer.concat([Buffer.from([tag, body.length]), body]);
  // DER requires the shortest form of a length, and Electron's TLS library enforces it.
  if (body.length < 256) return Buffer.concat([Buffer.from([tag, 0x81, body.length]), body]);
  return Buffer.concat([Buffer.from([tag, 0x82, body.length >> 8, body.length & 0xff]), body]);
};
const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts);
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const extension = (hex: string, value: Buffer): Buffer => sequence(oid(hex), der(0x04, value));

const ECDSA_WITH_SHA256 = sequence(oid('2a8648ce3d040302'));
const COMMON_NAME = '550403';
const ALTERNATIVE_NAME = '551d11';
const BASIC_CONSTRAINTS = '551d13';
const VALIDITY = sequence(der(0x18, Buffer.from('20200101000000Z')), der(0x18, Buffer.from('20991231235959Z')));

export interface Certificate {
  /** The host name of the certificate. */
  readonly name: string;
  /** Both in PEM. */
  readonly key: string;
  readonly cert: string;
}

const nameOf = (name: string): Buffer => sequence(der(0x31, sequence(oid(COMMON_NAME), der(0x0c, Buffer.from(name)))));

/**
 * Makes a certificate for a host name, signed by another one or by itself. It is made anew at each start and passed to
 * the code that must trust it. Node can generate keys but not certificates.
 */
export const makeCertificate = (name: string, issuer?: Certificate): Certificate => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    nameOf(issuer?.name ?? name),
    VALIDITY,
    nameOf(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(
      0xa3,
      sequence(
        extension(ALTERNATIVE_NAME, sequence(der(0x82, Buffer.from(name)))),
        extension(BASIC_CONSTRAINTS, sequence(der(0x01, Buffer.from([0xff])))),
      ),
    ),
  );
  const signature = sign('sha256', body, issuer?.key ?? privateKey);
  const whole = sequence(body, ECDSA_WITH_SHA256, der(0x03, Buffer.from([0]), signature));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    name,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  };
};
