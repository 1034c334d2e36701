import type { LinkKind } from '#shared/contract/vpn.ts';

/** Returns the kind of a link. Only https may be opened: a link with another scheme could start any program. */
export const linkKindOf = (url: string | null): LinkKind => {
  if (url === null || url === '') return 'none';
  return URL.canParse(url) && new URL(url).protocol === 'https:' ? 'https' : 'other';
};
