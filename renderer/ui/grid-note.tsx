import type { ReactNode } from 'react';

/** A sentence about all rows of a grid, above it. */
export const GridNote = ({ children }: { readonly children: ReactNode }) => (
  <p className="note" style={{ padding: '6px 12px' }}>
    {children}
  </p>
);
