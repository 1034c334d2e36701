import { type KeyboardEvent, type PointerEvent, useState } from 'react';

/** The moment or day under the cursor, with its exact values. */
export interface ChartReading {
  readonly title: string;
  readonly lines: readonly string[];
}

interface ChartCursorOptions {
  /** Says what the chart shows. */
  readonly label: string;
  readonly count: number;
  readonly read: (index: number) => ChartReading;
  /** The index at a position of the plot, from 0 (left) to 1. */
  readonly indexAt: (fraction: number) => number;
}

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowLeft: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  ArrowDown: (at) => at - 1,
  ArrowUp: (at) => at + 1,
  PageDown: (at) => at - 7,
  PageUp: (at) => at + 7,
  Home: () => 0,
  End: (_, last) => last,
};

/**
 * A cursor for the pointer and the arrow keys. For assistive technology the chart is a slider over its values, and each
 * value is read out as the cursor moves.
 */
export const useChartCursor = ({ label, count, read, indexAt }: ChartCursorOptions) => {
  const [chosen, setChosen] = useState<number | null>(null);
  const last = Math.max(0, count - 1);
  const clamp = (index: number): number => Math.max(0, Math.min(last, index));
  const active = chosen === null ? null : clamp(chosen);
  const { title, lines } = read(active ?? last);
  return {
    active,
    reading: active === null ? null : { title, lines },
    props: {
      role: 'slider',
      tabIndex: 0,
      'aria-label': label,
      'aria-orientation': 'horizontal',
      'aria-valuemin': 0,
      'aria-valuemax': last,
      'aria-valuenow': active ?? last,
      'aria-valuetext': [title, ...lines].join(', '),
      onKeyDown: (event: KeyboardEvent) => {
        const step = STEPS[event.key];
        if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        setChosen(clamp(step(active ?? last, last)));
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const { left, width } = event.currentTarget.getBoundingClientRect();
        if (width > 0) setChosen(clamp(indexAt((event.clientX - left) / width)));
      },
      onPointerLeave: () => setChosen(null),
      onFocus: () => setChosen((before) => before ?? last),
      onBlur: () => setChosen(null),
    },
  } as const;
};
