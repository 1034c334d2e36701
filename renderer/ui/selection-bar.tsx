import { CloseButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './toolbar.module.css';
import { Toolbar } from './toolbar.tsx';

interface SelectionBarProps {
  readonly label: string;
  /** How much is selected: "3 clients selected". */
  readonly selected: string;
  readonly onEnd: () => void;
  readonly children: ReactNode;
}

/** Replaces the search and filters while rows are selected, so that the rows stay where they are. */
export const SelectionBar = ({ label, selected, onEnd, children }: SelectionBarProps) => {
  const { t } = useTranslation();
  const end = t('grid.clearSelection');
  return (
    <Toolbar label={label} end={<CloseButton size="sm" aria-label={end} title={end} onClick={onEnd} />}>
      <span className={styles.selected} role="status">
        {selected}
      </span>
      {children}
    </Toolbar>
  );
};
