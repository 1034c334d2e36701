import { access } from 'node:fs/promises';

/** Whether there is a file or folder at the path that this process can access. Never rejects. */
export const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
