import type { BulkLine, BulkProblem } from '#shared/contract/bulk.ts';
import { type ChargeState, chargeStateOf } from '#shared/domain/bulk-run.ts';
import type { Database } from '../storage/database.ts';
import type { StoredCharge } from './bulk-repository.ts';
import { type LinkedRow, PURCHASE_OF_CHARGE, purchaseOf } from './linked-purchase.ts';

interface Row extends LinkedRow {
  readonly line: number;
  readonly charge: number | null;
  readonly lineProblem: string | null;
  readonly chargeProblem: string | null;
  readonly skipped: number | null;
  readonly clientId: number | null;
  readonly clientName: string;
  readonly messengerId: number | null;
  readonly clientKey: string | null;
  readonly target: string;
  readonly expiresAt: number | null;
  readonly priceKopecks: number | null;
  readonly shared: number;
  readonly purchaseId: number | null;
  readonly quietSince: number | null;
  readonly note: string | null;
  readonly at: number | null;
}

const LINES = `SELECT l.line, l.charge, l.problem_json AS lineProblem, c.problem_json AS chargeProblem, c.skipped,
    l.client_id AS clientId, l.client_name AS clientName, l.messenger_id AS messengerId, l.client_key AS clientKey,
    l.target, l.expires_at AS expiresAt, l.price_kopecks AS priceKopecks,
    iif(l.charge IS NULL, 1, (SELECT count(*) FROM bulk_lines o WHERE o.run_id = l.run_id AND o.charge = l.charge))
      AS shared,
    p.id AS purchaseId, ${PURCHASE_OF_CHARGE}, p.evidence_after ->> '$.quietSince' AS quietSince, p.note,
    coalesce(p.finished_at, p.sent_at, p.created_at) AS at
  FROM bulk_lines l
    LEFT JOIN bulk_charges c ON c.run_id = l.run_id AND c.charge = l.charge
    LEFT JOIN purchases p ON p.id = c.purchase_id
  WHERE l.run_id = ? AND (? OR coalesce(l.charge, -1) IN (SELECT value FROM json_each(?)))
  ORDER BY l.line LIMIT ? OFFSET ?`;

/** The charge of lines that never had one. */
const NONE = -1;

const toLine = (row: Row): BulkLine => {
  const { charge, lineProblem, chargeProblem, skipped, outcome: _, goodsState: __, reason: ___, note, ...rest } = row;
  const problem = lineProblem ?? chargeProblem;
  return {
    ...rest,
    note: note ?? '',
    problem: problem === null ? null : (JSON.parse(problem) as BulkProblem),
    state:
      charge === null
        ? 'cannot'
        : chargeStateOf({
            purchase: purchaseOf(row),
            skipped: skipped === 1,
            hasProblem: chargeProblem !== null,
          }),
  };
};

/** The lines of a run in the order of the plan; of some states only, when `only` names any. */
export const readBulkLines = (
  db: Database,
  runId: number,
  charges: readonly StoredCharge[],
  view: { readonly only: readonly ChargeState[]; readonly offset: number; readonly limit: number },
): { readonly total: number; readonly rows: BulkLine[] } => {
  const wanted = charges.filter(({ state }) => view.only.includes(state));
  const ids = wanted.map(({ charge }) => charge);
  if (view.only.includes('cannot')) ids.push(NONE);
  const all = view.only.length === 0 ? 1 : 0;
  const rows = db.all<Row>(LINES, runId, all, JSON.stringify(ids), view.limit, view.offset).map(toLine);
  const total = db.get<{ n: number }>(
    `SELECT count(*) AS n FROM bulk_lines
     WHERE run_id = ? AND (? OR coalesce(charge, -1) IN (SELECT value FROM json_each(?)))`,
    runId,
    all,
    JSON.stringify(ids),
  );
  return { total: total?.n ?? 0, rows };
};
