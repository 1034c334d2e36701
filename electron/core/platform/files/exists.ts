import { access } from 'node:fs/promises';

/** Whether something is there that this process may look at. Never rejects. */
export const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
