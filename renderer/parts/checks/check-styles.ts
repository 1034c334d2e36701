import { IconAlertTriangle, IconClockHour4, IconHandStop } from '@tabler/icons-react';
import type { CheckState } from '#shared/domain/check.ts';
import { OUTCOME_STYLES } from '../../ui/outcome-styles.ts';
import type { StatusStyle } from '../../ui/status-chip.tsx';

/** How the result of checking a proxy looks, wherever it is shown. */
export const CHECK_STYLES: Readonly<Record<CheckState, StatusStyle>> = {
  waiting: OUTCOME_STYLES.waiting,
  alive: OUTCOME_STYLES.done,
  slow: { tone: 'warn', icon: IconClockHour4 },
  refused: { tone: 'bad', icon: IconHandStop },
  dead: OUTCOME_STYLES.failed,
  unreadable: { tone: 'warn', icon: IconAlertTriangle },
};
