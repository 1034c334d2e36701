import type * as texts from './en/index.ts';

export type Namespace = keyof typeof texts;

type PluralForm = 'one' | 'few' | 'many' | 'other';
type WithoutForm<K extends string> = K extends `${infer Base}_${PluralForm}` ? Base : K;
type Keys<T> = {
  [K in keyof T & string]: T[K] extends string ? WithoutForm<K> : `${K}.${Keys<T[K]>}`;
}[keyof T & string];

/** A key such as `namespace:path.to.text`; plurals without their suffix. */
export type TextKey<N extends Namespace = Namespace> = { [K in N]: `${K}:${Keys<(typeof texts)[K]>}` }[N];

/** The values for the `{{names}}` of a text. `count` chooses the plural form. */
export type TextValues = Readonly<Record<string, string | number>>;

/**
 * Looks up a text in one language. Each side of the app has an i18next of its own, which knows some of the namespaces;
 * code shared between the sides takes the lookup as an argument.
 */
export type Translate<N extends Namespace = Namespace> = (key: TextKey<N>, values?: TextValues) => string;
