import { z } from 'zod';
import { VPN_PERIODS } from '../domain/limits.ts';
import { event, id, kindOfUnion, kopecks, manyIds, nothing, procedure, text, timestamp } from './define.ts';

const periodMonths = z.literal(VPN_PERIODS);
const uuid = text(200).min(1);

/** A further subscription, whether or not the client has active ones (docs/api.md#vpn). */
export const vpnBuyOrder = z.strictObject({ kind: z.literal('vpn-buy'), clientId: id, periodMonths });
/** More months for one that the client has. */
export const vpnRenewOrder = z.strictObject({ kind: z.literal('vpn-renew'), clientId: id, uuid, periodMonths });

/** `null`: the answer named no readable time. The link is not here: it is a secret, and asked for apart. */
const boughtMonths = { uuid: z.string(), expiresAt: timestamp.nullable() };
export const vpnBuyGoods = z.object({ kind: z.literal('vpn-buy'), ...boughtMonths });
export const vpnRenewGoods = z.object({ kind: z.literal('vpn-renew'), ...boughtMonths });

const renewalTerms = {
  periodMonths,
  /** Those that have ended, and those that end within so many days; `null`: all. */
  endingWithinDays: z.int().min(0).max(3650).nullable(),
};
export const renewalParams = kindOfUnion('vpn-renew', renewalTerms);
export const renewalInput = kindOfUnion('vpn-renew', {
  ...renewalTerms,
  clientIds: manyIds,
  /** Only these of the clients' subscriptions, by uuid; `endingWithinDays` is not asked then. */
  only: z.array(text(200)).min(1).max(200_000).exactOptional(),
});
export const renewalSubject = z.object({ what: z.literal('vpn-renew'), months: z.int(), subscriptions: z.int() });
export const renewalAction = kindOfUnion('vpn-renew', { periodMonths, daysBefore: z.number() });
export const renewalPriced = kindOfUnion('vpn-renew', { periodMonths });

/** `https` can be opened in the browser; `other` is a link of another kind, to be copied or scanned. */
const LINK_KINDS = ['https', 'other', 'none'] as const;
const link = z.enum(LINK_KINDS);

const subscription = z.object({
  uuid: z.string(),
  /** As the service says, known words and unknown ones alike; `null` while it has not said. */
  status: z.string().nullable(),
  /** From `expireAt` only; `null` when the service gave no readable time. */
  expiresAt: timestamp.nullable(),
  /** 0 is unlimited; `null` is not known. */
  trafficLimitBytes: z.int().nullable(),
  link,
  /** Money was spent on it through this app. */
  boughtHere: z.boolean(),
});

/** Bought here, and not named by the service any more. */
const goneSubscription = z.object({
  uuid: z.string(),
  expiresAt: timestamp.nullable(),
  link,
  goneAt: timestamp,
  /** `deleted`: from here, on purpose; `vanished`: the service stopped naming it. */
  reason: z.enum(['deleted', 'vanished']),
});

const vpnState = z.object({
  clientId: id,
  /** Those that run first, the one that ends next at the top. */
  subscriptions: z.array(subscription),
  gone: z.array(goneSubscription),
  /** When the list was last read; `null`: never. */
  asOf: timestamp.nullable(),
});

const clientOnly = z.strictObject({ clientId: id });
const one = z.strictObject({ clientId: id, uuid });

export const vpnProcedures = {
  /** What is known without asking the service. */
  'vpn.state': procedure(clientOnly, vpnState),
  'vpn.refresh': procedure(clientOnly, vpnState),
  'vpn.quote': procedure(
    z.strictObject({ periodMonths }),
    z.object({ periodMonths, priceKopecks: kopecks, asOf: timestamp }),
  ),
  /**
   * At once and for good. When no clear answer comes, the list is read, and says whether it is gone.
   * `conflict` (`delete-target-open`, with `purchaseId`) while a purchase that may have brought or renewed it has no outcome and is
   * not named in `despite`: what shows the outcome goes with the subscription.
   */
  'vpn.delete': procedure(one.extend({ despite: z.array(id).max(100).default([]) }), vpnState),
  'vpn.revealLink': procedure(one, z.object({ url: z.string() })),
  /** To the clipboard, wiped after 60 s. */
  'vpn.copyLink': procedure(one, nothing),
  /** In the browser; `invalid-input` (`link-not-https`) for any other kind of link. */
  'vpn.openLink': procedure(one, nothing),
  /**
   * The link as a QR code, made on this computer: `path` is an SVG path over `size` × `size` modules, dark ones filled.
   */
  'vpn.qr': procedure(one, z.object({ size: z.int(), path: z.string() })),
};

export const vpnEvents = { 'vpn.changed': event(z.object({ clientId: id })) };

export { VPN_PERIODS, VPN_STATUSES, type VpnPeriod, type VpnStatus } from '../domain/limits.ts';
export type VpnState = z.output<typeof vpnState>;
export type VpnSubscription = z.output<typeof subscription>;
export type GoneSubscription = z.output<typeof goneSubscription>;
export type LinkKind = (typeof LINK_KINDS)[number];
