import type { ReactNode } from 'react';

/** A sentence above a grid that concerns all of its rows. */
export const GridNote = ({ children }: { readonly children: ReactNode }) => (
  <p className="note" style={{ padding: '6px 12px' }}>
    {children}
  </p>
);
