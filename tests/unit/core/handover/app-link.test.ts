import fc from 'fast-check';
import { expect, it } from 'vitest';
import { appLink } from '#core/views/handover/app-link.ts';
import { VPN_APPS } from '#shared/domain/vpn-apps.ts';

const SUBSCRIPTION = 'https://sub.example/a b?token=1&x="2"#Name';
const CLEAN = 'https://sub.example/a%20b?token=1&x=%222%22#Name';

it('one-tap links have the documented forms', () => {
  const encoded = encodeURIComponent(CLEAN);
  expect(VPN_APPS.map((app) => appLink(app, SUBSCRIPTION))).toEqual([
    `happ://add/${CLEAN}`,
    `v2raytun://import/${CLEAN}`,
    `hiddify://import/${CLEAN}`,
    `v2rayng://install-sub?url=${encoded}`,
    `clash://install-config?url=${encoded}`,
    `sing-box://import-remote-profile?url=${encoded}`,
  ]);
});

it('only web addresses get a one-tap link', () => {
  for (const url of ['', 'vless://uuid@host:443', 'javascript:alert(1)', 'file:///etc/passwd', 'no address', '//x']) {
    for (const app of VPN_APPS) expect(appLink(app, url)).toBeNull();
  }
});

it('a one-tap link has no blank, quote, angle bracket or line break, whatever the subscription is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(...VPN_APPS), (text, app) => {
      const link = appLink(app, `https://sub.example/${text}`);
      if (link !== null) expect(link).not.toMatch(/[\s"<>\p{Cc}]/u);
    }),
  );
});
