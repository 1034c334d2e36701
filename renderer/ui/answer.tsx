import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Query } from '../bridge/use-query.ts';
import { ErrorNotice } from './error-notice.tsx';

interface AnswerProps<T> {
  readonly query: Pick<Query<T>, 'value' | 'error'>;
  /** The height in px of the space reserved for the answer; without it none is reserved. */
  readonly height?: number;
  /** The margin around that space in px. */
  readonly m?: number;
  readonly children: (value: T) => ReactNode;
}

/** Shows the answer once it has arrived, and the error if it could not be read or updated. */
export const Answer = <T,>({ query: { value, error }, height, m = 0, children }: AnswerProps<T>) => (
  <>
    <ErrorNotice error={error} />
    {value === undefined && error === undefined && height !== undefined ? <Skeleton height={height} m={m} /> : null}
    {value === undefined ? null : children(value)}
  </>
);
