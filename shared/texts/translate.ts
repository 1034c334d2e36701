import type * as texts from './en/index.ts';

export type Namespace = keyof typeof texts;

type PluralForm = 'one' | 'few' | 'many' | 'other';
type WithoutForm<K extends string> = K extends `${infer Base}_${PluralForm}` ? Base : K;
type Keys<T> = {
  [K in keyof T & string]: T[K] extends string ? WithoutForm<K> : `${K}.${Keys<T[K]>}`;
}[keyof T & string];

/** A key such as `namespace:path.to.text`; plurals without their suffix. */
export type TextKey<N extends Namespace = Namespace> = { [K in N]: `${K}:${Keys<(typeof texts)[K]>}` }[N];

/** The text at a path within a namespace; of a plural, the form that inserts all values. */
type TextAt<T, Path extends string> = Path extends keyof T
  ? T[Path]
  : `${Path}_other` extends keyof T
    ? T[`${Path}_other`]
    : Path extends `${infer Head}.${infer Rest}`
      ? Head extends keyof T
        ? TextAt<T[Head], Rest>
        : never
      : never;
type TextOf<K extends string> = K extends `${infer N}:${infer Path}`
  ? N extends Namespace
    ? TextAt<(typeof texts)[N], Path>
    : never
  : never;

/** The `{{names}}` in a text. */
type Inserted<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? (Name extends `${infer Bare},${string}` ? Bare : Name) | Inserted<Rest>
  : never;

/** The values for the `{{names}}` of a text. `count` chooses the plural form. */
export type TextValues = Readonly<Record<string, string | number>>;
type ValuesOf<K extends string> = [Inserted<TextOf<K>>] extends [never]
  ? [values?: TextValues]
  : [values: TextValues & Readonly<Record<Inserted<TextOf<K>>, string | number>>];

/**
 * Looks up a text in one language, and requires every value that the English text inserts. Each side of the app has an
 * i18next of its own, which knows some of the namespaces; code shared between the sides takes the lookup as an argument.
 */
export type Translate<N extends Namespace = Namespace> = <K extends TextKey<N>>(
  key: K,
  ...values: ValuesOf<K>
) => string;

/** Types a plain lookup, which takes any values, as a `Translate`. */
export const asTranslate = <N extends Namespace>(
  lookUp: (key: TextKey<N>, values: TextValues | undefined) => string,
): Translate<N> => lookUp as Translate<N>;
