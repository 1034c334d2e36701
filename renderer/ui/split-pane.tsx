import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { isNumber, readLocal, writeLocal } from '../bridge/local-store.ts';
import { besidePaneRef } from './foot-space.ts';
import styles from './split-pane.module.css';
import { useEscape } from './use-escape.ts';

const KEYBOARD_STEP = 24;
const MIN_MAIN = 320;

/** From this width of the window on, the detail takes a share of it. */
const WIDE_WINDOW = 1680;

/** The width of the detail until the user changes it. */
const firstWidth = (wanted: number, share: number, windowWidth: number): number =>
  windowWidth < WIDE_WINDOW ? wanted : Math.max(wanted, Math.round(windowWidth * share));

const onResize = (changed: () => void): (() => void) => {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
};

interface SplitPaneProps {
  /** The grid. */
  readonly children: ReactNode;
  /** Stands beside the grid; `null` hides the pane. */
  readonly detail: ReactNode | null;
  /** The accessible name of the pane. */
  readonly detailLabel: string;
  /** Remembers the width under this name. */
  readonly storageKey: string;
  readonly defaultWidth?: number;
  readonly minWidth?: number;
  /** The share of a wide window that the detail takes. A detail with short facts leaves more to the grid. */
  readonly wideShare?: number;
  /** Called on Esc from anywhere on the screen. */
  readonly onClose?: () => void;
}

/** Shows the detail beside the list instead of over it. The user drags the edge, or moves it with the arrow keys. */
export const SplitPane = (props: SplitPaneProps) => {
  const { detail, storageKey, defaultWidth = 400, minWidth = 320, wideShare = 0.25 } = props;
  const { t } = useTranslation();
  const root = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState(() => readLocal(`split.${storageKey}`, isNumber));
  const suggested = useSyncExternalStore(onResize, () => firstWidth(defaultWidth, wideShare, window.innerWidth));
  const width = chosen ?? suggested;

  const clamp = (wanted: number) => {
    const whole = root.current?.clientWidth ?? Number.POSITIVE_INFINITY;
    return Math.round(Math.max(minWidth, Math.min(wanted, whole - MIN_MAIN)));
  };
  const change = (wanted: number) => {
    const next = clamp(wanted);
    setChosen(next);
    writeLocal(`split.${storageKey}`, next);
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const right = root.current?.getBoundingClientRect().right;
    if (right !== undefined && event.currentTarget.hasPointerCapture(event.pointerId)) change(right - event.clientX);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowLeft' ? KEYBOARD_STEP : event.key === 'ArrowRight' ? -KEYBOARD_STEP : 0;
    if (step === 0 || event.altKey) return;
    event.preventDefault();
    change(width + step);
  };

  /** Returns the keyboard focus to the list, where it came from. */
  const close = () => {
    root.current?.querySelector<HTMLElement>('[role="grid"]')?.focus({ preventScroll: true });
    props.onClose?.();
  };
  useEscape(detail === null ? null : close);

  // The ARIA window splitter is a focusable separator with a value.
  const separator = {
    role: 'separator',
    tabIndex: 0,
    'aria-orientation': 'vertical',
    'aria-label': t('split.resize'),
    'aria-valuenow': width,
    'aria-valuemin': minWidth,
    'aria-valuemax': 2000,
    onPointerDown,
    onPointerMove,
    onKeyDown,
  } as const;

  return (
    <div ref={root} className={styles.root}>
      <div ref={detail === null ? null : besidePaneRef} className={styles.main}>
        {props.children}
      </div>
      {detail === null ? null : (
        <>
          <div {...separator} className={styles.edge} />
          <aside className={styles.detail} style={{ width }} aria-label={props.detailLabel}>
            {detail}
          </aside>
        </>
      )}
    </div>
  );
};
