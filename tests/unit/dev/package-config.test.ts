import { describe, expect, it } from 'vitest';
import { macIsSigned, packageConfig } from '../../../electron/dev/package-config.ts';

const plan = {
  runtime: { dist: '/runtime', executable: '/runtime/electron', version: '45.0.0' },
  output: '/out',
  feed: 'https://example.com/updates',
};

describe('where a packaged app looks for updates', () => {
  it('an unsigned Mac app never does: it could not install one', () => {
    const config = packageConfig({ ...plan, isMacSigned: false });
    expect(config.mac?.publish).toBeNull();
    expect(config.publish).toEqual([{ provider: 'generic', url: plan.feed }]);
  });

  it('a signed Mac app does, and is not made when the signing fails', () => {
    const { mac } = packageConfig({ ...plan, isMacSigned: true });
    expect(mac?.publish).toEqual([{ provider: 'generic', url: plan.feed }]);
    expect(mac?.forceCodeSigning).toBe(true);
  });

  it('nowhere without a feed, signed or not', () => {
    const { mac, publish } = packageConfig({ ...plan, feed: '', isMacSigned: true });
    expect([mac?.publish, publish]).toEqual([null, null]);
  });

  it('is signed by the certificate or by the name that electron-builder takes', () => {
    expect([{}, { CSC_LINK: '' }, { CSC_LINK: 'file' }, { CSC_NAME: 'Somebody' }].map(macIsSigned)).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });
});
