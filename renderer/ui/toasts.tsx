import { Button, CloseButton } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { type FocusEvent, type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccounts } from '../bridge/accounts-store.ts';
import styles from './toasts.module.css';
import { hideToast, isSaidIn, runToast, type Toast, useToasts } from './undo-toast.tsx';

/** The number of messages that are shown beside each other. The others wait. */
const SHOWN = 2;

/**
 * Tells dialogs how many px of the window's lower end the messages take (theme/components.ts). Dialogs leave the space of
 * one line free at all times, so that nothing moves when a message appears; only a longer message takes more.
 */
const reserve = (px: number): void => document.documentElement.style.setProperty('--desk-toasts', `${px}px`);

/**
 * Shows messages and their undo buttons at the bottom centre, above the status bar, above the buttons of a screen and beside
 * the pane of a list (foot-space.ts). Grids and screens can be scrolled so far that nothing stays below them. F6 focuses them, and Esc returns.
 */
export const Toasts = () => {
  const { t } = useTranslation();
  const accountId = useAccounts(({ state }) => state?.activeId ?? '');
  const toasts = useToasts((state) => state.toasts).filter((toast) => isSaidIn(accountId, toast));
  const root = useRef<HTMLElement>(null);
  const ref = useCallback((section: HTMLElement) => {
    root.current = section;
    const measure = new ResizeObserver(() => reserve(window.innerHeight - section.getBoundingClientRect().top));
    measure.observe(section);
    return () => {
      root.current = null;
      measure.disconnect();
      reserve(0);
    };
  }, []);

  // The focused element before the focus came here.
  const [home] = useState<{ at: Element | null }>({ at: null });
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'F6') return;
      const buttons = [...(root.current?.querySelectorAll('button') ?? [])];
      const newest = buttons.filter(({ dataset }) => dataset.first !== undefined).at(-1);
      if (newest === undefined) return;
      event.preventDefault();
      newest.focus();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  const onFocus = (event: FocusEvent) => {
    const from = event.relatedTarget;
    if (from instanceof Element && !event.currentTarget.contains(from)) home.at = from;
  };
  const goHome = () => {
    if (home.at instanceof HTMLElement && home.at.isConnected) home.at.focus({ preventScroll: true });
  };

  return (
    // This region is always mounted, because screen readers often skip a live region that appears together with its
    // text.
    <div className={styles.live} aria-live="polite">
      {toasts.length === 0 ? null : (
        <section ref={ref} className={styles.toasts} aria-label={t('toasts.label')} onFocus={onFocus}>
          {toasts.slice(-SHOWN).map((toast) => (
            <ToastBox key={toast.id} toast={toast} goHome={goHome} />
          ))}
        </section>
      )}
    </div>
  );
};

const ToastBox = ({ toast, goHome }: { readonly toast: Toast; readonly goHome: () => void }) => {
  const { t } = useTranslation();
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const isHeld = hovered || focused;
  const { id, lasts, tone, message, action } = toast;
  useEffect(() => {
    if (isHeld) return;
    const timer = window.setTimeout(() => hideToast(id), lasts);
    return () => window.clearTimeout(timer);
  }, [id, lasts, isHeld]);
  const leave = (then: () => void) => {
    if (focused) goHome();
    then();
  };
  const handlers = {
    onMouseEnter: () => setHovered(true),
    onMouseLeave: () => setHovered(false),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      leave(() => hideToast(id));
    },
  };
  // Otherwise an open dialog would take the Esc.
  const own = { 'data-mantine-stop-propagation': true };
  return (
    <div role={tone === 'bad' ? 'alert' : undefined} className={styles.toast} data-tone={tone} {...handlers}>
      {tone === 'bad' ? <IconAlertCircle size={16} aria-hidden className={styles.icon} /> : null}
      <span className={`${styles.words} selectable`}>{message}</span>
      {action === undefined ? null : (
        <Button
          {...own}
          data-first
          className={styles.action ?? ''}
          size="compact-sm"
          variant="subtle"
          {...(action.undoesIn === undefined ? {} : { title: 'Ctrl+Z' })}
          onClick={() => leave(() => runToast(toast))}
        >
          {action.label}
        </Button>
      )}
      <CloseButton
        {...own}
        {...(action === undefined ? { 'data-first': true } : {})}
        className={styles.close ?? ''}
        size="sm"
        aria-label={t('actions.close')}
        onClick={() => leave(() => hideToast(id))}
      />
    </div>
  );
};
