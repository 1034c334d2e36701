/** One option of a `SearchSelect` or `VirtualMultiSelect`. */
export interface SelectOption {
  readonly code: string;
  /** The text in the field once the option is chosen. */
  readonly name: string;
  /** Stands below the name in the list instead of the code. */
  readonly detail?: string;
  /** The number of things behind the option, on the right. */
  readonly count?: number;
}
