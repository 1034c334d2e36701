import type { LinkKind } from '#shared/contract/vpn.ts';

/** Only an https address may be opened: a link of another scheme could start any program of this computer. */
export const linkKindOf = (url: string | null): LinkKind => {
  if (url === null || url === '') return 'none';
  return URL.canParse(url) && new URL(url).protocol === 'https:' ? 'https' : 'other';
};
