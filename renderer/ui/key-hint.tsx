import { Kbd } from '@mantine/core';

const isMac = typeof navigator !== 'undefined' && navigator.userAgent.includes('Macintosh');

/** Shows a shortcut, such as `Ctrl+K`, or `⌘K` on a Mac. */
export const KeyHint = ({ keys }: { readonly keys: string }) => (
  <Kbd size="xs" style={{ whiteSpace: 'nowrap' }}>
    {isMac ? keys.replace('Ctrl+', '⌘').replace('Alt+', '⌥') : keys}
  </Kbd>
);
