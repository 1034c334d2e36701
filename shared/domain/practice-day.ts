import type { Order } from '../contract/purchases.ts';
import type { Recipe } from '../contract/recipe.ts';
import type { StandingAction, StandingOrder } from '../contract/standing.ts';
import type { ClientFields } from './client-fields.ts';
import type { PoolType } from './limits.ts';

/**
 * What a desk that begins with the sandbox is given to know: its clients, and all that was done for them before, with what
 * the service answered. All times are ms since the epoch, UTC.
 */
export interface PracticeDay {
  readonly clients: readonly PracticeClient[];
  /** Oldest first. */
  readonly past: readonly PastEvent[];
  readonly presets: readonly { readonly name: string; readonly recipe: Recipe; readonly at: number }[];
  /** The price list, as it was all the time; `client` has it for itself. */
  readonly prices: readonly { readonly product: string; readonly kopecks: number; readonly client: number | null }[];
  readonly standing: readonly PracticeOrder[];
  /** Made on the mornings of weekdays for all with the tag, into the folder of the files. */
  readonly scheduled: readonly {
    readonly name: string;
    readonly tag: string;
    readonly recipe: Recipe;
    readonly at: number;
  }[];
  /** Where the files of its lists go: a folder of the app's own. `null`: nowhere, there are none. */
  readonly filesFolder: string | null;
}

export interface PracticeClient extends Pick<ClientFields, 'messengerId' | 'clientKey' | 'name' | 'note' | 'tags'> {
  readonly addedAt: number;
  /** What the service answered when the client was last read, as `data` of the envelope; `null`: never read. */
  readonly read: {
    readonly at: number;
    readonly subscriptions: unknown;
    readonly pools: unknown;
    readonly whitelist: unknown;
  } | null;
}

/** A standing order for some clients, or for all with a tag. */
export interface PracticeOrder
  extends Pick<StandingOrder, 'name' | 'mode' | 'ceilingKopecks' | 'monthCapKopecks' | 'hours'> {
  readonly action: StandingAction;
  readonly at: number;
  readonly targets: { readonly tag: string } | { readonly clients: readonly number[] };
}

/** In it, `clientId` and `client` are places in the list of clients. */
export type PastEvent =
  | { readonly what: 'reading'; readonly at: number; readonly balanceKopecks: number; readonly spentKopecks: number }
  | PastPurchase
  /** The client pays all that is owed. */
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
  /** Until when the client is to pay for it, YYYY-MM-DD of this computer's calendar; `null`: nothing was said. */
  readonly dueDay: string | null;
  /** As it came; `null`: none came. */
  readonly answer: { readonly status: number; readonly text: string } | null;
  /** GB in the client's pools just before, where that may tell what became of it. */
  readonly pools: readonly { readonly poolType: PoolType; readonly trafficGb: number }[] | null;
}
