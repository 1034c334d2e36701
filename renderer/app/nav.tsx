import { Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconListCheck,
  IconSearch,
} from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountSwitcher } from '../features/account/account-switcher.tsx';
import { useIsLearning } from '../features/overview/first-steps-store.ts';
import { go, SCREENS, useRouter } from '../nav/router.ts';
import { KeyHint } from '../ui/key-hint.tsx';
import { toggleFolded, useLayout } from './layout-store.ts';
import styles from './nav.module.css';
import { palette } from './palette-store.ts';
import { screenIcons } from './screen-icons.ts';

const NARROW = '(max-width: 860px)';

export const Nav = () => {
  const { t } = useTranslation();
  const asked = useLayout((state) => state.folded);
  // With enlarged text there is no room for names, and so nothing to unfold.
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  const folded = asked || narrow;
  const current = useRouter((state) => state.place.screen);
  const FoldIcon = folded ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  const foldLabel = folded ? t('nav.unfold') : t('nav.fold');
  return (
    <nav className={styles.nav} data-folded={folded || undefined} aria-label={t('nav.label')}>
      <AccountSwitcher folded={folded} />
      <NameHint label={t('palette.open')} folded={folded}>
        <button
          type="button"
          className={styles.find}
          aria-label={folded ? t('palette.open') : undefined}
          onClick={() => palette.open()}
        >
          <IconSearch size={16} aria-hidden />
          <span className={styles.text}>{t('palette.open')}</span>
          <span className={styles.keys}>
            <KeyHint keys="Ctrl+K" />
          </span>
        </button>
      </NameHint>
      <ul className={styles.list}>
        {SCREENS.map((screen) => {
          const IconOf = screenIcons[screen];
          const label = t(`nav.${screen}`);
          return (
            <li key={screen} className={screen === 'settings' ? styles.apart : undefined}>
              <NameHint label={label} folded={folded}>
                <button
                  type="button"
                  className={styles.item}
                  aria-label={label}
                  aria-current={current === screen ? 'page' : undefined}
                  onClick={() => go(screen)}
                >
                  <IconOf size={17} stroke={1.7} aria-hidden />
                  <span className={styles.text}>{label}</span>
                </button>
              </NameHint>
            </li>
          );
        })}
      </ul>
      <FirstStepsItem folded={folded} />
      {narrow ? null : (
        <Tooltip label={foldLabel} position="right">
          <button
            type="button"
            className={styles.fold}
            aria-label={foldLabel}
            aria-expanded={!folded}
            onClick={toggleFolded}
          >
            <FoldIcon size={17} stroke={1.5} aria-hidden />
          </button>
        </Tooltip>
      )}
    </nav>
  );
};

interface NameHintProps {
  readonly label: string;
  readonly folded: boolean;
  readonly children: ReactElement;
}

/**
 * Shows the name of an item that is folded to its icon. An unfolded item gets no tooltip at all, because ten idle ones
 * slow down the start.
 */
const NameHint = ({ label, folded, children }: NameHintProps) =>
  folded ? (
    <Tooltip label={label} position="right">
      {children}
    </Tooltip>
  ) : (
    children
  );

/** Leads a newcomer from anywhere back to the next step. It disappears once the main job was done. */
const FirstStepsItem = ({ folded }: { readonly folded: boolean }) => {
  const { t } = useTranslation();
  const isLearning = useIsLearning();
  if (!isLearning) return null;
  return (
    <NameHint label={t('nav.firstSteps')} folded={folded}>
      <button
        type="button"
        className={`${styles.item} ${styles.steps}`}
        aria-label={t('nav.firstSteps')}
        onClick={() => go('overview')}
      >
        <IconListCheck size={17} stroke={1.7} aria-hidden />
        <span className={styles.text}>{t('nav.firstSteps')}</span>
      </button>
    </NameHint>
  );
};
