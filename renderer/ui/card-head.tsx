import { CloseButton } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import styles from './card-head.module.css';

interface CardHeadProps {
  /** Stands before the title. Assistive technology does not read it. */
  readonly mark?: ReactNode;
  readonly title: string;
  readonly closeLabel: string;
  readonly onClose: () => void;
  /** Moves the keyboard focus here once the card is shown. */
  readonly takesFocus?: boolean;
  /** Stands between the title and the close button. */
  readonly children?: ReactNode;
}

/** The title of the card beside a grid. It stays visible while the card scrolls. */
export const CardHead = ({ mark, title, closeLabel, onClose, takesFocus = false, children }: CardHeadProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <header className={styles.head}>
      {mark === undefined || mark === null ? null : (
        <span className={styles.mark} aria-hidden>
          {mark}
        </span>
      )}
      <h2 ref={heading} tabIndex={-1} className={`${styles.title} selectable`} title={title}>
        <bdi>{title}</bdi>
      </h2>
      {children}
      <CloseButton aria-label={closeLabel} onClick={onClose} />
    </header>
  );
};
