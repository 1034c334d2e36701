import type { BackupFileInfo } from '#shared/contract/backup.ts';

/** What is to be brought back: a file that was chosen, or a copy on this computer. */
export type RestoreSource =
  | { readonly kind: 'file'; readonly file: BackupFileInfo }
  | { readonly kind: 'copy'; readonly name: string };
