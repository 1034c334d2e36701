/** What Activity shows. */
export interface JobsFilter {
  /** Only what ended badly of late and still asks for a look. */
  readonly troubled: boolean;
}
