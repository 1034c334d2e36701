import { CloseButton } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import styles from './card-head.module.css';

interface CardHeadProps {
  readonly title: string;
  readonly closeLabel: string;
  readonly onClose: () => void;
  /** Moves the keyboard focus here once the card is shown. */
  readonly takesFocus?: boolean;
  /** Stands between the title and the close button. */
  readonly children?: ReactNode;
}

/** The title of the card beside a grid. It stays visible while the card scrolls. */
export const CardHead = ({ title, closeLabel, onClose, takesFocus = false, children }: CardHeadProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <header className={styles.head}>
      <h2 ref={heading} tabIndex={-1} className={`${styles.title} selectable`} title={title}>
        <bdi>{title}</bdi>
      </h2>
      {children}
      <CloseButton aria-label={closeLabel} onClick={onClose} />
    </header>
  );
};
