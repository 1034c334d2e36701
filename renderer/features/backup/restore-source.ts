import type { BackupFileInfo } from '#shared/contract/backup.ts';

/** Where to restore from: a file that the user chose, or a copy on this computer. */
export type RestoreSource =
  | { readonly kind: 'file'; readonly file: BackupFileInfo }
  | { readonly kind: 'copy'; readonly name: string };
