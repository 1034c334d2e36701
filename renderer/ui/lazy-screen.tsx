import { type ComponentType, createElement, useEffect, useState, useSyncExternalStore } from 'react';

/** A component whose code is a file of its own. */
export interface LazyCode {
  /** Reads the code now, once. Rejects when the file cannot be read; the next call tries again. */
  readonly read: () => Promise<void>;
  /** `undefined` until the code is there. */
  readonly component: () => ComponentType | undefined;
  /** Tells when it is, whoever has it read. Returns what takes the listener off again. */
  readonly onRead: (listener: () => void) => () => void;
}

/** `load` is an `import()`, and gives the component out of it. */
export const lazyCode = (load: () => Promise<ComponentType>): LazyCode => {
  let component: ComponentType | undefined;
  let reading: Promise<void> | undefined;
  const listeners = new Set<() => void>();
  const read = (): Promise<void> => {
    reading ??= load().then(
      (found) => {
        component = found;
        for (const listener of listeners) listener();
      },
      (error: unknown) => {
        reading = undefined;
        throw error;
      },
    );
    return reading;
  };
  return {
    read,
    component: () => component,
    onRead: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

interface LazyScreenProps {
  readonly code: LazyCode;
  /** It is not wanted yet: it is drawn, closed, once somebody else has had its code read. */
  readonly canWait?: boolean;
}

/**
 * The component, or nothing until its code is there. Not React's `lazy`: that shows nothing for a moment even when the
 * code was read ahead, and a screen has to open at once then.
 */
export const LazyScreen = ({ code, canWait = false }: LazyScreenProps) => {
  const [failure, setFailure] = useState<{ readonly error: unknown }>();
  const component = useSyncExternalStore(code.onRead, code.component);
  useEffect(() => {
    if (!canWait && code.component() === undefined) code.read().catch((error: unknown) => setFailure({ error }));
  }, [code, canWait]);
  if (failure !== undefined) throw failure.error;
  return component === undefined ? null : createElement(component);
};

/** One after the other, each in a moment in which the window has nothing else to do. A failure is met again on demand. */
export const readWhenIdle = ([next, ...rest]: readonly LazyCode[]): void => {
  if (next === undefined) return;
  const goOn = (): void => readWhenIdle(rest);
  requestIdleCallback(() => void next.read().then(goOn, goOn));
};
