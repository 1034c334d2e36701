import { APP_FACTS, type VpnApp } from '#shared/domain/vpn-apps.ts';

/**
 * Returns the link that adds a subscription to an app; `null` unless the subscription has a web address, because the apps
 * document this for subscriptions only. No name is passed on: the one in the app may not be meant for the client.
 */
export const appLink = (app: VpnApp, subscription: string): string | null => {
  if (!URL.canParse(subscription)) return null;
  const { protocol, href } = new URL(subscription);
  return protocol === 'https:' || protocol === 'http:' ? APP_FACTS[app].link(href) : null;
};
