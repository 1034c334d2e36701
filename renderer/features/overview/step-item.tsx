import { IconCircleCheck, IconCircleDashed, IconCircleDot } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './overview.module.css';

/** `next`: the one to do now. `open`: one of several in any order. `later`: one that waits for another. */
export type StepState = 'done' | 'next' | 'open' | 'later';

interface StepItemProps {
  readonly state: StepState;
  readonly title: string;
  readonly text: string;
  /** Begins the step; not drawn once it is done. */
  readonly action: ReactNode;
}

const ICONS = { done: IconCircleCheck, next: IconCircleDot, open: IconCircleDashed, later: IconCircleDashed } as const;

/** A step of a list (`ol`) of things to do. */
export const StepItem = ({ state, title, text, action }: StepItemProps) => {
  const { t } = useTranslation('overview');
  const StateIcon = ICONS[state];
  return (
    <li className={styles.step} data-state={state} aria-current={state === 'next' ? 'step' : undefined}>
      <StateIcon size={18} aria-hidden className={styles.stepIcon} />
      <div>
        <div className={styles.stepTitle}>
          {title}
          {state === 'done' ? <span className={styles.stepState}>{t('steps.done')}</span> : null}
        </div>
        {state === 'done' ? null : (
          <>
            <p className={styles.stepText}>{text}</p>
            {action}
          </>
        )}
      </div>
    </li>
  );
};
