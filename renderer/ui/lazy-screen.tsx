import { type ComponentType, createElement, useEffect, useState, useSyncExternalStore } from 'react';

/** A component whose code is loaded on demand. */
export interface LazyCode {
  /** Loads the code, once. The promise rejects if the file cannot be read, and the next call tries again. */
  readonly read: () => Promise<void>;
  /** `undefined` until the code is loaded. */
  readonly component: () => ComponentType | undefined;
  /** Calls the listener once the code is loaded. Returns a function that removes the listener. */
  readonly onRead: (listener: () => void) => () => void;
}

/** Makes a component loadable. `load` imports its file and returns the component. */
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
  /** The component is not needed yet: it is mounted once other code has loaded it. */
  readonly canWait?: boolean;
}

/**
 * Shows the component, or nothing until its code is loaded. React's `lazy` shows nothing for a moment even if the code
 * is already there, but a screen has to open at once.
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

/** Loads one file after another in idle moments. A failure is repeated and reported on demand. */
export const readWhenIdle = ([next, ...rest]: readonly Pick<LazyCode, 'read'>[]): void => {
  if (next === undefined) return;
  const goOn = (): void => readWhenIdle(rest);
  requestIdleCallback(() => void next.read().then(goOn, goOn));
};
