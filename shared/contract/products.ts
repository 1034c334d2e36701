import {
  dedicatedGoods,
  dedicatedOrder,
  prolongAction,
  prolongGoods,
  prolongInput,
  prolongOrder,
  prolongParams,
  prolongPriced,
  prolongSubject,
} from './dedicated.ts';
import {
  trafficAction,
  trafficGoods,
  trafficInput,
  trafficOrder,
  trafficParams,
  trafficPriced,
  trafficSubject,
} from './premium.ts';
import {
  renewalAction,
  renewalInput,
  renewalParams,
  renewalPriced,
  renewalSubject,
  vpnBuyGoods,
  vpnBuyOrder,
  vpnRenewGoods,
  vpnRenewOrder,
} from './vpn.ts';

/** One purchase; each product that costs money is one kind, or several. */
export const ORDERS = [trafficOrder, dedicatedOrder, prolongOrder, vpnBuyOrder, vpnRenewOrder] as const;
/** What the service's answer to a purchase handed over. */
export const GOODS = [trafficGoods, dedicatedGoods, prolongGoods, vpnBuyGoods, vpnRenewGoods] as const;

// Kinds that runs buy for many, and standing orders when they fall due.
export const RUN_PARAMS = [renewalParams, prolongParams, trafficParams] as const;
export const RUN_INPUTS = [renewalInput, prolongInput, trafficInput] as const;
export const RUN_SUBJECTS = [renewalSubject, prolongSubject, trafficSubject] as const;
export const STANDING_ACTIONS = [renewalAction, prolongAction, trafficAction] as const;
/** One payment of a standing order, as far as its price depends on it. */
export const STANDING_PRICED = [renewalPriced, prolongPriced, trafficPriced] as const;
