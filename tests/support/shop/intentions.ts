import type { Database } from '#core/platform/sqlite/database.ts';
import { agreementOf } from './operator.ts';

interface Paid {
  readonly kind: string;
  readonly messengerId: number | null;
  readonly clientKey: string | null;
}

/** Purchases of this computer that were sent and were charged, or may have been. */
const PAID_HERE = "computer IS NULL AND sent_at IS NOT NULL AND outcome IN ('charged', 'open')";

const countOf = (all: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
};

/**
 * Lists in words the purchases of a computer that go beyond its user's agreements: one line of a run, one due item of a
 * standing order and one click may each be paid once at most. `agreed` holds the clicks as `agreementOf` writes them.
 */
export const paidWithoutAgreement = (db: Database, agreed: readonly string[]): readonly string[] => {
  const clicks = countOf(agreed);
  const byHand = db.all<Paid>(
    `SELECT kind, messenger_id AS messengerId, client_key AS clientKey FROM purchases
     WHERE ${PAID_HERE} AND id NOT IN (SELECT purchase_id FROM run_charges WHERE purchase_id IS NOT NULL)`,
  );
  const paid = countOf(byHand.map(({ kind, messengerId, clientKey }) => agreementOf(kind, messengerId, clientKey)));
  // The row of a due item names its purchase. A purchase that no row names was made in addition.
  const unlinked = db.values<number>(
    `SELECT id FROM purchases p WHERE ${PAID_HERE} AND standing_uid IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM due_items WHERE purchase_id = p.id)`,
  );
  return [
    ...[...paid]
      .filter(([what, times]) => times > (clicks.get(what) ?? 0))
      .map(([what, times]) => `${what}: paid ${times} times, agreed to ${clicks.get(what) ?? 0} times`),
    ...unlinked.map((id) => `no. ${id} was bought by a standing order for nothing that fell due`),
  ];
};

/**
 * Lists subscriptions that were renewed twice from the same end although the second buyer could have known about the first.
 * Two people who renew at the same time make one charge.
 */
export const renewedTwice = (db: Database): readonly string[] =>
  db.values<string>(
    `SELECT lower(order_json ->> '$.uuid') || ' from ' || (
       SELECT s.value ->> '$.expiresAt' FROM json_each(evidence_before, '$.subscriptions') s
       WHERE lower(s.value ->> '$.uuid') = lower(order_json ->> '$.uuid')) AS renewed
     FROM purchases
     WHERE kind = 'vpn-renew' AND outcome = 'charged' AND evidence_before ->> '$.isUnguarded' IS NOT 1
     GROUP BY renewed HAVING count(*) > 1`,
  );
