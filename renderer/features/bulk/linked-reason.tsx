import type { BulkLine } from '#shared/contract/bulk.ts';
import { go } from '../../nav/router.ts';
import { TextLink } from '../../ui/text-link.tsx';

interface LinkedReasonProps {
  readonly line: BulkLine;
  readonly text: string;
  /** Of the way to the purchase. */
  readonly label: string;
}

/** Why a line is not done; the earlier purchase that it waits for, or that came first, is one press away. */
export const LinkedReason = ({ line: { problem }, text, label }: LinkedReasonProps) => {
  const purchaseId = problem?.purchaseId;
  if (purchaseId === undefined) return text;
  return (
    <>
      <TextLink onGo={() => go('purchases', { purchaseId })}>{label}</TextLink> {text}
    </>
  );
};
