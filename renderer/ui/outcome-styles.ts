import {
  IconArrowsDiff,
  IconCheck,
  IconCircleDashed,
  IconCircleX,
  IconHelpCircle,
  IconMinus,
  IconPackageOff,
  IconSend,
} from '@tabler/icons-react';
import type { StatusStyle } from './status-chip.tsx';

/** The colour and the icon of each outcome of a purchase or of a line of a run, the same on all screens. */
export const OUTCOME_STYLES = {
  waiting: { tone: 'mute', icon: IconCircleDashed },
  sent: { tone: 'info', icon: IconSend },
  done: { tone: 'ok', icon: IconCheck },
  unknown: { tone: 'warn', icon: IconHelpCircle },
  failed: { tone: 'bad', icon: IconCircleX },
  notAsOrdered: { tone: 'warn', icon: IconArrowsDiff },
  goodsMissing: { tone: 'bad', icon: IconPackageOff },
  nothing: { tone: 'mute', icon: IconMinus },
} as const satisfies Readonly<Record<string, StatusStyle>>;
