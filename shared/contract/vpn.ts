import { z } from 'zod';
import { VPN_PERIODS } from '../domain/limits.ts';
import {
  event,
  forecastPrice,
  id,
  kindOfUnion,
  kopecks,
  manyIds,
  nothing,
  procedure,
  text,
  timestamp,
} from './define.ts';

const periodMonths = z.literal(VPN_PERIODS);
const uuid = text(200).min(1);

/** An additional subscription, even if the client has active ones (docs/api.md#vpn). */
export const vpnBuyOrder = z.strictObject({ kind: z.literal('vpn-buy'), clientId: id, periodMonths });
/** More months for a subscription of the client. */
export const vpnRenewOrder = z.strictObject({ kind: z.literal('vpn-renew'), clientId: id, uuid, periodMonths });

/** `expiresAt` is `null` if the answer had no readable time. The link is a secret and has a request of its own. */
const boughtMonths = { uuid: z.string(), expiresAt: timestamp.nullable() };
export const vpnBuyGoods = z.object({ kind: z.literal('vpn-buy'), ...boughtMonths });
export const vpnRenewGoods = z.object({ kind: z.literal('vpn-renew'), ...boughtMonths });

const renewalTerms = {
  periodMonths,
  /** Only subscriptions that have ended or end within this many days; `null` for all. */
  endingWithinDays: z.int().min(0).max(3650).nullable(),
};
export const renewalParams = kindOfUnion('vpn-renew', renewalTerms);
export const renewalInput = kindOfUnion('vpn-renew', {
  ...renewalTerms,
  clientIds: manyIds,
  /** Only these of the clients' subscriptions, by uuid; `endingWithinDays` is ignored then. */
  only: z.array(text(200)).min(1).max(200_000).exactOptional(),
});
const newVpnTerms = {
  periodMonths,
  /** Whether clients are left out who have a subscription that runs. */
  skipsRunning: z.boolean(),
};
export const newVpnParams = kindOfUnion('vpn-buy', newVpnTerms);
export const newVpnInput = kindOfUnion('vpn-buy', { ...newVpnTerms, clientIds: manyIds });
export const newVpnSubject = z.object({ what: z.literal('vpn-buy'), months: z.int(), clients: z.int() });
export const renewalSubject = z.object({ what: z.literal('vpn-renew'), months: z.int(), subscriptions: z.int() });
export const renewalAction = kindOfUnion('vpn-renew', { periodMonths, daysBefore: z.number() });
export const renewalPriced = kindOfUnion('vpn-renew', { periodMonths });

export const vpnForecastPrice = forecastPrice('vpn', { months: z.int() });

/** `https` can be opened in the browser; `other` is another kind of link, to be copied or scanned. */
const LINK_KINDS = ['https', 'other', 'none'] as const;
const link = z.enum(LINK_KINDS);

const subscription = z.object({
  uuid: z.string(),
  /** The service's word, known or unknown; `null` if it gave none. */
  status: z.string().nullable(),
  /** From `expireAt` only; `null` if the service gave no readable time. */
  expiresAt: timestamp.nullable(),
  /** 0 is unlimited; `null` is unknown. */
  trafficLimitBytes: z.int().nullable(),
  link,
  /** Money was spent on it through this app. */
  boughtHere: z.boolean(),
});

/** A subscription that was bought with this app and that the service no longer lists. */
const goneSubscription = z.object({
  uuid: z.string(),
  expiresAt: timestamp.nullable(),
  link,
  goneAt: timestamp,
  /** `deleted`: deleted with this app; `vanished`: the service stopped listing it. */
  reason: z.enum(['deleted', 'vanished']),
});

const vpnState = z.object({
  clientId: id,
  /** Running subscriptions come first, starting with the next to end. */
  subscriptions: z.array(subscription),
  gone: z.array(goneSubscription),
  /** When the list was last read; `null` if never. */
  asOf: timestamp.nullable(),
});

const clientOnly = z.strictObject({ clientId: id });
const one = z.strictObject({ clientId: id, uuid });

export const vpnProcedures = {
  /** Returns what is known without a request to the service. */
  'vpn.state': procedure(clientOnly, vpnState),
  'vpn.refresh': procedure(clientOnly, vpnState),
  'vpn.quote': procedure(
    z.strictObject({ periodMonths }),
    z.object({ periodMonths, priceKopecks: kopecks, asOf: timestamp }),
  ),
  /**
   * Deletes a subscription immediately and permanently. If no clear answer comes, the list is read to see whether it is
   * gone. Throws `conflict` (`delete-target-open`, with `purchaseId`) while a purchase that may have created or renewed
   * it has no outcome and is not named in `despite`, because the evidence of the outcome disappears with the
   * subscription.
   */
  'vpn.delete': procedure(one.extend({ despite: z.array(id).max(100).default([]) }), vpnState),
  'vpn.revealLink': procedure(one, z.object({ url: z.string() })),
  /** Copies the link to the clipboard, which is cleared after 60 s. */
  'vpn.copyLink': procedure(one, nothing),
  /** Copies the link as a QR code, a picture, to the clipboard, which is cleared after 60 s. */
  'vpn.copyQr': procedure(one, nothing),
  /** Opens the link in the browser. Throws `invalid-input` (`link-not-https`) for any other kind of link. */
  'vpn.openLink': procedure(one, nothing),
  /**
   * Returns the link as a QR code, generated on this computer: `path` is an SVG path over `size` × `size` modules, with
   * the dark ones filled.
   */
  'vpn.qr': procedure(one, z.object({ size: z.int(), path: z.string() })),
};

/** `null`: many changed. */
export const vpnEvents = { 'vpn.changed': event(z.object({ clientId: id.nullable() })) };

export { VPN_PERIODS, VPN_STATUSES, type VpnPeriod, type VpnStatus } from '../domain/limits.ts';
export type VpnState = z.output<typeof vpnState>;
export type VpnSubscription = z.output<typeof subscription>;
export type GoneSubscription = z.output<typeof goneSubscription>;
export type LinkKind = (typeof LINK_KINDS)[number];
