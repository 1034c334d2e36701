/** A library that is part of the app, with the terms under which it may be given on. */
export interface Library {
  readonly name: string;
  readonly version: string;
  /** As its maker names it, e.g. `MIT`. */
  readonly licence: string;
  /** The whole text; empty where the package brings none. */
  readonly text: string;
}
