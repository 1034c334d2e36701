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

/** The orders of single purchases. Each product has one kind, or several. */
export const ORDERS = [trafficOrder, dedicatedOrder, prolongOrder, vpnBuyOrder, vpnRenewOrder] as const;
/** The goods in the service's answer to a purchase. */
export const GOODS = [trafficGoods, dedicatedGoods, prolongGoods, vpnBuyGoods, vpnRenewGoods] as const;

// The kinds that runs buy for many, and that standing orders buy when they fall due.
export const RUN_PARAMS = [renewalParams, prolongParams, trafficParams] as const;
export const RUN_INPUTS = [renewalInput, prolongInput, trafficInput] as const;
export const RUN_SUBJECTS = [renewalSubject, prolongSubject, trafficSubject] as const;
export const STANDING_ACTIONS = [renewalAction, prolongAction, trafficAction] as const;
/** The terms of a standing order that determine the price of one payment. */
export const STANDING_PRICED = [renewalPriced, prolongPriced, trafficPriced] as const;
