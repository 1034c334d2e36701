import type { Order } from '../contract/purchases.ts';
import type { Recipe } from '../contract/recipe.ts';
import type { StandingAction, StandingOrder } from '../contract/standing.ts';
import type { ClientFields } from './client-fields.ts';
import type { PoolType } from './limits.ts';

/**
 * The initial contents of a desk that starts with the sandbox: its clients, everything done for them so far, and the
 * service's answers. All times are ms since the epoch, UTC.
 */
export interface PracticeDay {
  readonly clients: readonly PracticeClient[];
  /** Oldest first. */
  readonly past: readonly PastEvent[];
  readonly presets: readonly { readonly name: string; readonly recipe: Recipe; readonly at: number }[];
  /** The price list, unchanged since the beginning; a price with `client` applies to that client only. */
  readonly prices: readonly { readonly product: string; readonly kopecks: number; readonly client: number | null }[];
  readonly standing: readonly PracticeOrder[];
  /** Generated on weekday mornings for all clients with the tag, and saved into `filesFolder`. */
  readonly scheduled: readonly {
    readonly name: string;
    readonly tag: string;
    readonly recipe: Recipe;
    readonly at: number;
  }[];
  /** The app's own folder for exported files. `null` if no files are written. */
  readonly filesFolder: string | null;
}

export interface PracticeClient extends Pick<ClientFields, 'messengerId' | 'clientKey' | 'name' | 'note' | 'tags'> {
  readonly addedAt: number;
  /**
   * The service's answers when the client was last read, each as `data` of the envelope; `null` if it was never read.
   */
  readonly read: {
    readonly at: number;
    readonly subscriptions: unknown;
    readonly pools: unknown;
    readonly whitelist: unknown;
  } | null;
}

/** A standing order for some clients, or for all with a tag. `clients` are indexes in the list of clients. */
export interface PracticeOrder
  extends Pick<StandingOrder, 'name' | 'mode' | 'ceilingKopecks' | 'monthCapKopecks' | 'hours'> {
  readonly action: StandingAction;
  readonly at: number;
  readonly targets: { readonly tag: string } | { readonly clients: readonly number[] };
}

/** An event before the first start. `clientId` and `client` are indexes in the list of clients. */
export type PastEvent =
  | { readonly what: 'reading'; readonly at: number; readonly balanceKopecks: number; readonly spentKopecks: number }
  | PastPurchase
  /** The client pays everything that it owes. */
  | { readonly what: 'payment'; readonly at: number; readonly client: number }
  | {
      readonly what: 'list';
      readonly at: number;
      readonly client: number;
      readonly recipe: Recipe;
      readonly answer: unknown;
      readonly isSaved: boolean;
    };

export interface PastPurchase {
  readonly what: 'purchase';
  readonly at: number;
  readonly order: Order;
  readonly priceKopecks: number;
  /** The last day for the client to pay, YYYY-MM-DD on this computer's calendar; `null` if none was agreed. */
  readonly dueDay: string | null;
  /** The answer as it arrived; `null` if none did. */
  readonly answer: { readonly status: number; readonly text: string } | null;
  /** The GB in the client's pools just before, as evidence for the outcome. */
  readonly pools: readonly { readonly poolType: PoolType; readonly trafficGb: number }[] | null;
}
