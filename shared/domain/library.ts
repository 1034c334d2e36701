/** A library that is part of the app, and the licence for redistributing it. */
export interface Library {
  readonly name: string;
  readonly version: string;
  /** As its author names it, e.g. `MIT`. */
  readonly licence: string;
  /** The full text; empty if the package contains none. */
  readonly text: string;
}
