/** One of thousands to choose from in `SearchSelect` and `VirtualMultiSelect`. */
export interface SelectOption {
  readonly code: string;
  /** In the field once it is chosen. */
  readonly name: string;
  /** Below the name in the list, in the place of the code. */
  readonly detail?: string;
  /** How many there are behind it; shown at the right. */
  readonly count?: number;
}
