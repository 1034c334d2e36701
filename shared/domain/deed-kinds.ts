/** The actions on many things at once that can be undone for a day. */
export const DEED_KINDS = [
  'clients-archive',
  'clients-restore',
  'clients-remove',
  'clients-tag',
  'clients-import',
  'proxies-assign',
  'proxies-archive',
  'proxies-restore',
  'proxies-import',
  'lists-remove',
] as const;
export type DeedKind = (typeof DEED_KINDS)[number];

export const UNDO_MS = 86_400_000;
