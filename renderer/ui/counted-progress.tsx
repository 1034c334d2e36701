import { Progress, Stack } from '@mantine/core';
import { percentOf } from './percent.ts';

interface CountedProgressProps {
  readonly label: string;
  readonly done: number;
  /** 0 if it is not known yet. */
  readonly total: number;
  /** The progress in words. */
  readonly of: string;
}

/** The progress of work that has no run of its own. */
export const CountedProgress = ({ label, done, total, of }: CountedProgressProps) => (
  <Stack gap={6} mih={32}>
    <Progress value={percentOf(done, total)} aria-label={label} />
    <div className="dim" role="status">
      {label} {total === 0 ? '' : of}
    </div>
  </Stack>
);
