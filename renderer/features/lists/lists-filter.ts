/** What the screen of lists and files shows. */
export interface ListsFilter {
  readonly tab: 'lists' | 'exports';
  readonly search: string;
  /** Of the lists: only this client's. */
  readonly clientId?: number | undefined;
  /** Of the files: only those written from this list. */
  readonly listId?: number | undefined;
}
