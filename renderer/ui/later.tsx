import { type ComponentType, createElement, useEffect, useReducer, useState } from 'react';

/** A component whose code is a file of its own. */
export interface LaterCode {
  /** Reads the code now, once. Rejects when the file cannot be read; the next call tries again. */
  readonly read: () => Promise<void>;
  /** `undefined` until the code is there. */
  readonly component: () => ComponentType | undefined;
}

/** `load` is an `import()`, and gives the component out of it. */
export const laterCode = (load: () => Promise<ComponentType>): LaterCode => {
  let component: ComponentType | undefined;
  let reading: Promise<void> | undefined;
  const read = (): Promise<void> => {
    reading ??= load().then(
      (found) => {
        component = found;
      },
      (error: unknown) => {
        reading = undefined;
        throw error;
      },
    );
    return reading;
  };
  return { read, component: () => component };
};

/**
 * The component, or nothing until its code is there. Not React's `lazy`: that shows nothing for a moment even when the
 * code was read ahead, and a screen has to open at once then.
 */
export const Later = ({ code }: { readonly code: LaterCode }) => {
  const [, drawAgain] = useReducer((count: number) => count + 1, 0);
  const [failure, setFailure] = useState<{ readonly error: unknown }>();
  const component = code.component();
  useEffect(() => {
    if (code.component() === undefined) code.read().then(drawAgain, (error: unknown) => setFailure({ error }));
  }, [code]);
  if (failure !== undefined) throw failure.error;
  return component === undefined ? null : createElement(component);
};

/** One after the other, each in a moment in which the window has nothing else to do. A failure is met again on demand. */
export const readWhenIdle = ([next, ...rest]: readonly LaterCode[]): void => {
  if (next === undefined) return;
  const goOn = (): void => readWhenIdle(rest);
  requestIdleCallback(() => void next.read().then(goOn, goOn));
};
