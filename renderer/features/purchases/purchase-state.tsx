import {
  IconCheck,
  IconChecks,
  IconCircleX,
  IconHelpCircle,
  IconMinus,
  IconPackageOff,
  IconPlugX,
  IconSend,
  IconUserCheck,
  IconUserMinus,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Purchase } from '#shared/contract/purchases.ts';
import { type StandingName, standingName } from '#shared/domain/journal.ts';
import { type Face, StatusChip } from '../../ui/status-chip.tsx';

const FACES: Readonly<Record<StandingName, Face>> = {
  pending: { tone: 'info', icon: IconSend },
  open: { tone: 'warn', icon: IconHelpCircle },
  bought: { tone: 'ok', icon: IconChecks },
  'bought-probably': { tone: 'ok', icon: IconCheck },
  'charged-by-user': { tone: 'mute', icon: IconUserCheck },
  'goods-missing': { tone: 'bad', icon: IconPackageOff },
  refused: { tone: 'bad', icon: IconCircleX },
  'not-sent': { tone: 'mute', icon: IconPlugX },
  'not-charged-probably': { tone: 'mute', icon: IconMinus },
  'not-charged-by-user': { tone: 'mute', icon: IconUserMinus },
};

/** What is known of a purchase, in one word. */
export const nameOf = (purchase: Purchase): StandingName => standingName(purchase, purchase.reason);

interface PurchaseStateLabelProps {
  readonly name: StandingName;
  /** Its word, in the language shown. */
  readonly label: string;
}

/** The state of a purchase as icon and word: for a grid, which translates for all its rows. */
export const PurchaseStateLabel = ({ name, label }: PurchaseStateLabelProps) => (
  <StatusChip {...FACES[name]} label={label} />
);

/** The state of a purchase as icon and word. */
export const PurchaseStateChip = ({ purchase }: { readonly purchase: Purchase }) => {
  const { t } = useTranslation('purchases');
  const name = nameOf(purchase);
  return <PurchaseStateLabel name={name} label={t(`standings.${name}`)} />;
};
