/** One of thousands to choose from in `VirtualMultiSelect`. */
export interface SelectOption {
  readonly code: string;
  readonly name: string;
  /** How many there are behind it; shown at the right. */
  readonly count?: number;
}
