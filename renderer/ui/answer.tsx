import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Query } from '../bridge/use-query.ts';
import { ErrorNotice } from './error-notice.tsx';

interface AnswerProps<T> {
  readonly query: Pick<Query<T>, 'value' | 'error'>;
  /** Of the place that is kept while the answer is on its way, px; without it there is none. */
  readonly height?: number;
  /** Around that place, px. */
  readonly m?: number;
  readonly children: (value: T) => ReactNode;
}

/** What was asked for, once it is here; and why it, or the newest of it, could not be read. */
export const Answer = <T,>({ query: { value, error }, height, m = 0, children }: AnswerProps<T>) => (
  <>
    <ErrorNotice error={error} />
    {value === undefined && error === undefined && height !== undefined ? <Skeleton height={height} m={m} /> : null}
    {value === undefined ? null : children(value)}
  </>
);
