import {
  IconCheck,
  IconCircleDashed,
  IconCircleX,
  IconHelpCircle,
  IconMinus,
  IconPackageOff,
  IconSend,
  IconUserCheck,
  IconUserMinus,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { PurchaseState } from '#shared/domain/journal.ts';
import { type Face, StatusChip } from '../../ui/status-chip.tsx';

const FACES: Readonly<Record<PurchaseState, Face>> = {
  prepared: { tone: 'mute', icon: IconCircleDashed },
  sent: { tone: 'info', icon: IconSend },
  succeeded: { tone: 'ok', icon: IconCheck },
  rejected: { tone: 'bad', icon: IconCircleX },
  unknown: { tone: 'warn', icon: IconHelpCircle },
  'confirmed-charged': { tone: 'ok', icon: IconCheck },
  'confirmed-not-charged': { tone: 'mute', icon: IconMinus },
  'charged-goods-missing': { tone: 'bad', icon: IconPackageOff },
  'settled-charged': { tone: 'mute', icon: IconUserCheck },
  'settled-not-charged': { tone: 'mute', icon: IconUserMinus },
};

interface PurchaseStateLabelProps {
  readonly state: PurchaseState;
  /** Its word, in the language shown. */
  readonly label: string;
}

/** The state of a purchase as icon and word: for a grid, which translates for all its rows. */
export const PurchaseStateLabel = ({ state, label }: PurchaseStateLabelProps) => (
  <StatusChip {...FACES[state]} label={label} />
);

/** The state of a purchase as icon and word. */
export const PurchaseStateChip = ({ state }: { readonly state: PurchaseState }) => {
  const { t } = useTranslation('purchases');
  return <PurchaseStateLabel state={state} label={t(`states.${state}`)} />;
};
