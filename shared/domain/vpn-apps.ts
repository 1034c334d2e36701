/**
 * The apps that add a subscription by a link with a scheme of their own, the most common ones first. An app is listed only
 * if its scheme was found in its documentation or in published source code (docs/handover.md#one-tap-links).
 */
export const VPN_APPS = ['happ', 'v2raytun', 'hiddify', 'v2rayng', 'clash', 'singbox'] as const;
export type VpnApp = (typeof VPN_APPS)[number];

export const SYSTEMS = ['android', 'ios', 'windows', 'macos', 'linux'] as const;
export type System = (typeof SYSTEMS)[number];

interface AppFacts {
  readonly name: string;
  readonly systems: readonly System[];
  /** Returns the link that adds a subscription. `url` is a valid address, as `URL` writes it. */
  readonly link: (url: string) => string;
}

const withQuery = (start: string) => (url: string) => `${start}${encodeURIComponent(url)}`;
const withPath = (start: string) => (url: string) => start + url;

/** Names are those of the apps themselves, and the same in every language. */
export const APP_FACTS: Readonly<Record<VpnApp, AppFacts>> = {
  happ: { name: 'Happ', systems: SYSTEMS, link: withPath('happ://add/') },
  v2raytun: {
    name: 'v2rayTun',
    systems: ['android', 'ios', 'windows', 'macos'],
    link: withPath('v2raytun://import/'),
  },
  hiddify: { name: 'Hiddify', systems: SYSTEMS, link: withPath('hiddify://import/') },
  v2rayng: { name: 'v2rayNG', systems: ['android'], link: withQuery('v2rayng://install-sub?url=') },
  clash: {
    name: 'Clash (Mihomo)',
    systems: ['android', 'windows', 'macos', 'linux'],
    link: withQuery('clash://install-config?url='),
  },
  singbox: {
    name: 'sing-box',
    systems: ['android', 'ios', 'macos'],
    link: withQuery('sing-box://import-remote-profile?url='),
  },
};
