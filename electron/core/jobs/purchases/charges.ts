import { atMostKopecks } from '#core/catalogue/purchase-facts/purchase-facts.ts';
import type { StoredRun } from '#core/engine/run-repository.ts';
import type { Plan } from '#core/money/products/plan.ts';
import type { Quote } from '#core/money/products/product.ts';
import { type Agreement, countFound } from '#core/money/purchases/target.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { among, json, sql } from '#core/platform/sqlite/sql.ts';
import { writeInSlices } from '#core/platform/sqlite/write-slices.ts';
import type { Order, Target } from '#shared/contract/purchases.ts';
import type {
  ChargeState,
  PurchasesDetail,
  PurchasesLine,
  PurchasesParams,
  PurchasesProblem,
} from '#shared/contract/runs.ts';
import { chargeStateOf, type LinkedPurchase } from '#shared/domain/run-charges.ts';
import { hasSettled, type LedgerEntry } from '#shared/domain/spending.ts';

/** A run of purchases. */
export type PurchasesRun = StoredRun & { readonly params: PurchasesParams };

/** The facts of a run of purchases besides its lines; see `PurchasesDetail`. */
interface Terms extends Pick<PurchasesDetail, 'capKopecks' | 'balanceKopecks' | 'pricesAsOf' | 'datesAsOf'> {
  /** The id of the newest purchase when planning began. */
  readonly ledgerMark: number;
}

/** A charge in its present state according to the journal. */
export interface StoredCharge {
  readonly charge: number;
  readonly state: ChargeState;
  /** The planned or the latest price. */
  readonly priceKopecks: number;
  readonly formerKopecks: number | null;
  /** The amount that was charged, or may have been. */
  readonly spentKopecks: number;
  /** The amount that counts towards limits; see `atMostKopecks`. */
  readonly atMostKopecks: number;
  readonly lines: number;
  /**
   * The time when the service asked for fewer requests instead of charging, or `null`. Whether it charged nevertheless
   * can only be seen in its total of spending, which may lag behind.
   */
  readonly refused: Pick<LedgerEntry, 'endedAt' | 'endedUptime'> | null;
}

/**
 * Returns whether the charge may be sent again, because a reading of the total now covers the earlier refusal. `at` and
 * `uptime` are the present times.
 */
export const isRested = ({ refused }: StoredCharge, at: number, uptime: number): boolean =>
  refused === null || hasSettled({ seenAt: at, seenUptime: uptime }, refused);

/** The outcome of a charge's purchase, and the run's own data about the charge. All `null` if there is no purchase. */
interface Linked {
  readonly outcome: LinkedPurchase['outcome'] | null;
  readonly basis: LinkedPurchase['basis'];
  readonly goodsState: LinkedPurchase['goodsState'] | null;
  readonly reason: string | null;
  readonly chargeProblem: PurchasesProblem | null;
  readonly skipped: boolean;
}

interface ChargeRow extends Linked, Omit<StoredCharge, 'state' | 'refused'> {
  readonly endedAt: number | null;
  readonly endedUptime: number | null;
}

interface LineRow extends Linked, Omit<PurchasesLine, 'of' | 'state' | 'problem' | 'note' | 'basis'> {
  readonly charge: number | null;
  readonly lineProblem: PurchasesProblem | null;
  readonly note: string | null;
}

/** The columns of `Linked`. `c` is the charge, `p` its purchase. */
const LINKED = sql`c.problem_json AS "chargeProblem:json", c.skipped AS "skipped:flag", p.outcome, p.basis,
  p.goods AS goodsState, p.reason`;

const stateOf = ({ outcome, basis, goodsState, reason, chargeProblem, skipped }: Linked): ChargeState =>
  chargeStateOf({
    purchase: outcome === null || goodsState === null ? null : { outcome, basis, goodsState, reason },
    skipped,
    hasProblem: chargeProblem !== null,
  });

/** SQL condition: the charge `c` waits, or its outcome is open and the user has not skipped it. */
export const CHARGE_AHEAD = sql`p.outcome = 'pending' OR p.outcome = 'open' AND c.skipped IS NOT 1
  OR c.problem_json IS NULL AND (p.id IS NULL
    OR p.outcome = 'not-charged' AND p.basis = 'answer' AND p.reason IN ('not-sent', 'rate-limited'))`;

/** Stands for the charge of lines that never had one. */
const NONE = -1;
const LINES = sql`SELECT l.line, l.charge, l.problem_json AS "lineProblem:json", ${LINKED}, l.client_id, l.client_name,
    l.messenger_id, l.client_key, l.target, l.expires_at, l.price_kopecks, p.id AS purchaseId,
    iif(l.charge IS NULL, 1, (SELECT count(*) FROM run_lines o WHERE o.run_id = l.run_id AND o.charge = l.charge))
      AS shared, p.evidence_after ->> '$.quietSince' AS quietSince, p.note,
    coalesce(p.finished_at, p.sent_at, p.created_at) AS at
  FROM run_lines l
    LEFT JOIN run_charges c ON c.run_id = l.run_id AND c.charge = l.charge
    LEFT JOIN purchases p ON p.id = c.purchase_id`;

const toLine = (row: LineRow): PurchasesLine => {
  const { charge, lineProblem, chargeProblem, skipped: _, outcome: __, goodsState: ___, reason: ____, ...line } = row;
  return {
    of: 'purchases',
    ...line,
    note: line.note ?? '',
    problem: lineProblem ?? chargeProblem,
    state: charge === null ? 'cannot' : stateOf(row),
  };
};

const pairOf = ({ messengerId, clientKey }: Target): Parameters<typeof countFound>[3] =>
  messengerId === null || clientKey === null ? null : { messengerId, clientKey };

/**
 * Returns the charges of a run. Their outcomes are never stored with the run; they are read from the journal.
 */
export const chargesOf = (db: Database, runId: number): StoredCharge[] =>
  db
    .all<ChargeRow>(sql`SELECT c.charge, c.price_kopecks, c.former_kopecks, ${LINKED},
        coalesce(p.charged_kopecks, p.price_kopecks, 0) AS spentKopecks,
        coalesce(${atMostKopecks(sql`p.`)}, 0) AS atMostKopecks, p.finished_at AS endedAt, p.ended_uptime,
          (SELECT count(*) FROM run_lines l WHERE l.run_id = c.run_id AND l.charge = c.charge) AS lines
        FROM run_charges c LEFT JOIN purchases p ON p.id = c.purchase_id WHERE c.run_id = ${runId} ORDER BY c.charge`)
    .map(({ charge, priceKopecks, formerKopecks, lines, endedAt, endedUptime, ...row }) => ({
      charge,
      priceKopecks,
      formerKopecks,
      spentKopecks: row.spentKopecks,
      atMostKopecks: row.atMostKopecks,
      lines,
      state: stateOf(row),
      refused: row.reason === 'rate-limited' ? { endedAt, endedUptime } : null,
    }));

export const termsOf = (db: Database, runId: number): Terms => {
  const terms = db.get<Terms>(sql`SELECT cap_kopecks, balance_kopecks, prices_as_of, dates_as_of,
    ledger_mark FROM runs WHERE id = ${runId}`);
  if (terms === undefined) throw new Error(`run ${runId} is gone`);
  return terms;
};

/** Returns the standing order for which the run buys. */
export const standingOrderOf = (db: Database, runId: number): number | null =>
  db.value<number>(sql`SELECT standing_order_id FROM runs WHERE id = ${runId}`);

export const isBuyingNow = (db: Database, accountId: string): boolean =>
  db.has(sql`SELECT 1 FROM runs WHERE account_id = ${accountId} AND kind = 'purchases' AND state = 'running'`);

/** Returns the stopped runs with nothing left to buy or to find out. */
export const finishedRuns = (db: Database): number[] =>
  db.values<number>(sql`SELECT r.id FROM accounts a CROSS JOIN runs r ON r.account_id = a.id
    AND r.kind = 'purchases' WHERE r.state IN ('paused', 'interrupted', 'stopped')
      AND r.reason IS NOT 'restored' AND NOT EXISTS (SELECT 1 FROM run_charges c
        LEFT JOIN purchases p ON p.id = c.purchase_id WHERE c.run_id = r.id AND (${CHARGE_AHEAD}))`);

/**
 * Deletes the account's plan that was not started: the user's, or the one that a standing order is about to start
 * automatically.
 */
export const forgetPlan = (db: Database, accountId: string, isAutomatic: boolean): void => {
  db.run(sql`DELETE FROM runs WHERE account_id = ${accountId} AND kind = 'purchases' AND state = 'planned'
    AND is_automatic = ${isAutomatic}`);
};

/** Stores the charges and lines of a run. */
export const addCharges = async (
  db: Database,
  { id: runId, accountId }: Pick<StoredRun, 'id' | 'accountId'>,
  plan: Plan,
  terms: Omit<Terms, 'capKopecks' | 'datesAsOf'> & {
    readonly standingOrderId: number | null;
    readonly isAutomatic: boolean;
  },
  signal: AbortSignal,
): Promise<void> => {
  db.run(sql`UPDATE runs SET balance_kopecks = ${terms.balanceKopecks}, prices_as_of = ${terms.pricesAsOf},
    dates_as_of = ${plan.datesAsOf}, ledger_mark = ${terms.ledgerMark},
    standing_order_id = ${terms.standingOrderId}, is_automatic = ${terms.isAutomatic} WHERE id = ${runId}`);
  const addCharge = ({ order, target, priceKopecks }: Plan['charges'][number], charge: number): void => {
    db.run(sql`INSERT INTO run_charges (run_id, charge, order_json, target_json, price_kopecks)
      VALUES (${runId}, ${charge}, ${JSON.stringify(order)},
      ${JSON.stringify({ ...target, found: countFound(db, accountId, order, pairOf(target)) })}, ${priceKopecks})`);
  };
  const addLine = ({ charge, problem, client, ...about }: Plan['lines'][number], line: number): void => {
    db.run(sql`INSERT INTO run_lines (run_id, line, state, charge, problem_json, client_id, client_name,
      messenger_id, client_key, target, service_id, expires_at, price_kopecks)
      VALUES (${runId}, ${line}, ${charge === null ? 'cannot' : 'purchase'}, ${charge}, ${json(problem)},
      (SELECT id FROM clients
      WHERE id = ${client.clientId}), ${client.name}, ${client.messengerId}, ${client.clientKey}, ${about.target},
      ${about.serviceId}, ${about.expiresAt}, ${about.priceKopecks})`);
  };
  await writeInSlices(db, plan.charges, addCharge, { signal });
  await writeInSlices(db, plan.lines, addLine, { signal });
};

export const countLines = (db: Database, runId: number): number =>
  db.value<number>(sql`SELECT count(*) FROM run_lines WHERE run_id = ${runId}`) ?? 0;

/** Returns the lines in the order of the plan, or only those of the states in `only`. */
export const pageOfLines = (
  db: Database,
  runId: number,
  { only, offset, limit }: { readonly only: readonly string[]; readonly offset: number; readonly limit: number },
): { readonly total: number; readonly rows: PurchasesLine[] } => {
  const wanted = only.length === 0 ? [] : chargesOf(db, runId).filter(({ state }) => only.includes(state));
  const ids = among([...wanted.map(({ charge }) => charge), ...(only.includes('cannot') ? [NONE] : [])]);
  const shown = sql`l.run_id = ${runId} AND (${only.length === 0} OR coalesce(l.charge, ${NONE}) IN ${ids})`;
  return {
    total: db.value<number>(sql`SELECT count(*) FROM run_lines l WHERE ${shown}`) ?? 0,
    rows: db.all<LineRow>(sql`${LINES} WHERE ${shown} ORDER BY l.line LIMIT ${limit} OFFSET ${offset}`).map(toLine),
  };
};

export const plannedCharge = (
  db: Database,
  runId: number,
  charge: number,
): Pick<Agreement, 'order' | 'target' | 'found'> => {
  const row = db.get<{ order: Order; target: Target & Pick<Agreement, 'found'> }>(sql`
    SELECT order_json AS "order:json", target_json AS "target:json" FROM run_charges
    WHERE run_id = ${runId} AND charge = ${charge}`);
  if (row === undefined) throw new Error(`charge ${charge} is not in run ${runId}`);
  const { found, ...target } = row.target;
  return { order: row.order, target, found };
};

/**
 * Links a purchase with its charge, in the transaction that inserts the purchase: a crash leaves both or neither.
 */
export const linkPurchase = (db: Database, runId: number, charge: number, purchaseId: number): void => {
  db.run(sql`UPDATE run_charges SET purchase_id = ${purchaseId} WHERE run_id = ${runId} AND charge = ${charge}`);
  db.run(sql`UPDATE purchases SET (standing_order_id, standing_uid) = (SELECT o.id, o.uid FROM runs r
    JOIN standing_orders o ON o.id = r.standing_order_id WHERE r.id = ${runId}) WHERE id = ${purchaseId}`);
  db.run(sql`UPDATE due_items SET purchase_id = ${purchaseId}
    WHERE run_id = ${runId} AND charge = ${charge}`);
};

export const isLinked = (db: Database, runId: number, charge: number, purchaseId: number): boolean =>
  db.has(sql`SELECT 1 FROM run_charges WHERE run_id = ${runId} AND charge = ${charge}
    AND purchase_id = ${purchaseId}`);

/** Sets the price of a charge. `lines` are the prices that the service quotes for its proxies. */
export const setChargePrice = (
  db: Database,
  runId: number,
  charge: number,
  priceKopecks: number,
  lines: Quote['lines'] = [],
): void => {
  db.run(sql`UPDATE run_charges SET former_kopecks = iif(price_kopecks = ${priceKopecks}, former_kopecks,
    price_kopecks), price_kopecks = ${priceKopecks} WHERE run_id = ${runId} AND charge = ${charge}`);
  // A line that is alone in its charge has the charge's price.
  db.run(sql`UPDATE run_lines SET price_kopecks = ${priceKopecks} WHERE run_id = ${runId} AND charge = ${charge}
    AND (SELECT count(*) FROM run_lines l WHERE l.run_id = ${runId} AND l.charge = ${charge}) = 1`);
  for (const { serviceId, priceKopecks: ofLine } of lines) {
    db.run(sql`UPDATE run_lines SET price_kopecks = ${ofLine}
      WHERE run_id = ${runId} AND charge = ${charge} AND service_id = ${serviceId}`);
  }
};

export const setRunPrices = (db: Database, runId: number, balanceKopecks: number | null, asOf: number): void => {
  db.run(sql`UPDATE runs SET balance_kopecks = ${balanceKopecks}, prices_as_of = ${asOf} WHERE id = ${runId}`);
};

/** Stores that the user agreed to the prices. The former prices are deleted. */
export const agreeToPlan = (db: Database, runId: number, capKopecks: number): void =>
  db.transaction(() => {
    db.run(sql`UPDATE runs SET cap_kopecks = ${capKopecks} WHERE id = ${runId}`);
    db.run(sql`UPDATE run_charges SET former_kopecks = NULL WHERE run_id = ${runId}`);
  });

export const setChargeProblem = (db: Database, runId: number, charge: number, problem: PurchasesProblem): void => {
  db.run(sql`UPDATE run_charges SET problem_json = ${JSON.stringify(problem)}
    WHERE run_id = ${runId} AND charge = ${charge}`);
};

export const skipUnknownCharges = (db: Database, runId: number): void => {
  db.run(sql`UPDATE run_charges SET skipped = 1 WHERE run_id = ${runId}
    AND purchase_id IN (SELECT id FROM purchases WHERE outcome = 'open')`);
};
