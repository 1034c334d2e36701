import type { BulkParams, BulkProblem, BulkRun, StopReason } from '#shared/contract/bulk.ts';
import type { KeptError } from '#shared/contract/kept-error.ts';
import type { Order, Target } from '#shared/contract/purchases.ts';
import { type ChargeState, chargeStateOf } from '#shared/domain/bulk-run.ts';
import { DeskError } from '#shared/result.ts';
import { writeInSlices } from '../common/write-slices.ts';
import { type Agreement, createTargets } from '../purchases/target.ts';
import type { Database } from '../storage/database.ts';
import { type LinkedRow, PURCHASE_OF_CHARGE, purchaseOf } from './linked-purchase.ts';
import type { Plan } from './plan.ts';

export interface StoredRun extends Pick<BulkRun, 'id' | 'state' | 'stopReason' | 'params' | 'error'> {
  readonly accountId: string;
  readonly capKopecks: number | null;
  readonly balanceKopecks: number | null;
  readonly pricesAsOf: number;
  readonly datesAsOf: number | null;
  readonly jobId: number | null;
  readonly ledgerMark: number;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
}

/** A charge as the journal knows it now. */
export interface StoredCharge {
  readonly charge: number;
  readonly state: ChargeState;
  /** As planned, or as it was last asked for. */
  readonly priceKopecks: number;
  readonly formerKopecks: number | null;
  /** What was taken, or what may have been. */
  readonly spentKopecks: number;
  readonly lines: number;
}

export interface NewRun {
  readonly accountId: string;
  readonly params: BulkParams;
  readonly plan: Plan;
  readonly balanceKopecks: number | null;
  readonly pricesAsOf: number;
  /** The newest purchase when planning began. */
  readonly ledgerMark: number;
  readonly createdAt: number;
}

interface RunRow extends Omit<StoredRun, 'params' | 'error'> {
  readonly paramsJson: string;
  readonly errorJson: string | null;
}

interface ChargeRow extends LinkedRow {
  readonly charge: number;
  readonly priceKopecks: number;
  readonly formerKopecks: number | null;
  readonly hasProblem: number;
  readonly skipped: number;
  readonly spentKopecks: number | null;
  readonly lines: number;
}

const RUN = `SELECT id, account_id AS accountId, params_json AS paramsJson, state, stop_reason AS stopReason,
  error_json AS errorJson, cap_kopecks AS capKopecks, balance_kopecks AS balanceKopecks, prices_as_of AS pricesAsOf,
  dates_as_of AS datesAsOf, job_id AS jobId, ledger_mark AS ledgerMark, created_at AS createdAt, started_at AS startedAt,
  finished_at AS finishedAt FROM bulk_runs`;

/** SQL of bulk runs. What became of a charge is never stored here: the journal says it. */
export const createBulkRepository = (db: Database) => {
  const targets = createTargets(db);
  const get = (runId: number): StoredRun | undefined => {
    const row = db.get<RunRow>(`${RUN} WHERE id = ?`, runId);
    if (row === undefined) return undefined;
    const { paramsJson, errorJson, ...rest } = row;
    return {
      ...rest,
      params: JSON.parse(paramsJson) as BulkParams,
      error: errorJson === null ? null : (JSON.parse(errorJson) as KeptError),
    };
  };

  const insertLines = (runId: number, plan: Plan): Promise<void> =>
    writeInSlices(db, plan.lines, (line, index) => {
      db.run(
        `INSERT INTO bulk_lines (run_id, line, charge, problem_json, client_id, client_name, messenger_id,
           client_key, target, proxy_id, service_id, expires_at, price_kopecks)
         VALUES (?, ?, ?, ?, (SELECT id FROM clients WHERE id = ?), ?, ?, ?, ?, ?, ?, ?, ?)`,
        runId,
        index,
        line.charge,
        line.problem === null ? null : JSON.stringify(line.problem),
        line.client.clientId,
        line.client.name,
        line.client.messengerId,
        line.client.clientKey,
        line.target,
        line.proxyId,
        line.serviceId,
        line.expiresAt,
        line.priceKopecks,
      );
    });

  return {
    get,
    /** Throws DeskError `not-found`, also for another account's. */
    find: (accountId: string, runId: number): StoredRun => {
      const run = get(runId);
      if (run?.accountId === accountId) return run;
      throw new DeskError('not-found', 'There is no such run.', { code: 'bulk-run' });
    },
    ledgerMark: targets.mark,
    /** Replaces the account's plan that was not started. */
    insert: async ({ plan, ...run }: NewRun): Promise<number> => {
      db.run("DELETE FROM bulk_runs WHERE account_id = ? AND state = 'planned'", run.accountId);
      const runId = db.run(
        `INSERT INTO bulk_runs (account_id, params_json, state, balance_kopecks, prices_as_of, dates_as_of, ledger_mark,
           created_at)
         VALUES (?, ?, 'planned', ?, ?, ?, ?, ?)`,
        run.accountId,
        JSON.stringify(run.params),
        run.balanceKopecks,
        run.pricesAsOf,
        plan.datesAsOf,
        run.ledgerMark,
        run.createdAt,
      ).lastId;
      await writeInSlices(db, plan.charges, ({ order, target, priceKopecks }, charge) => {
        db.run(
          'INSERT INTO bulk_charges (run_id, charge, order_json, target_json, price_kopecks) VALUES (?, ?, ?, ?, ?)',
          runId,
          charge,
          JSON.stringify(order),
          JSON.stringify({ ...target, found: targets.found(run.accountId, order, pairOf(target)) }),
          priceKopecks,
        );
      });
      await insertLines(runId, plan);
      return runId;
    },
    /** Of the last run of the app: what ran was interrupted, what was only planned is forgotten. */
    endLeftovers: (at: number): void =>
      db.transaction(() => {
        db.run("DELETE FROM bulk_runs WHERE state = 'planned'");
        db.run(
          `UPDATE bulk_runs SET state = 'stopped', stop_reason = 'interrupted', finished_at = ?
           WHERE state = 'running'`,
          at,
        );
      }),
    isRunning: (accountId: string): boolean =>
      db.get("SELECT 1 FROM bulk_runs WHERE account_id = ? AND state = 'running'", accountId) !== undefined,
    start: (runId: number, capKopecks: number, at: number): void => {
      db.run(
        `UPDATE bulk_runs SET state = 'running', stop_reason = NULL, error_json = NULL, cap_kopecks = ?,
           started_at = coalesce(started_at, ?), finished_at = NULL WHERE id = ?`,
        capKopecks,
        at,
        runId,
      );
    },
    setJob: (runId: number, jobId: number): void => {
      db.run('UPDATE bulk_runs SET job_id = ? WHERE id = ?', jobId, runId);
    },
    end: (
      runId: number,
      state: 'stopped' | 'finished' | 'closed',
      why: { readonly reason: StopReason | null; readonly error: KeptError | null },
      at: number,
    ): void => {
      db.run(
        'UPDATE bulk_runs SET state = ?, stop_reason = ?, error_json = ?, finished_at = ? WHERE id = ?',
        state,
        why.reason,
        why.error === null ? null : JSON.stringify(why.error),
        at,
        runId,
      );
    },
    setPrices: (runId: number, balanceKopecks: number | null, asOf: number): void => {
      db.run('UPDATE bulk_runs SET balance_kopecks = ?, prices_as_of = ? WHERE id = ?', balanceKopecks, asOf, runId);
    },
    charges: (runId: number): StoredCharge[] =>
      db
        .all<ChargeRow>(
          `SELECT c.charge, c.price_kopecks AS priceKopecks, c.former_kopecks AS formerKopecks,
             c.problem_json IS NOT NULL AS hasProblem, c.skipped, ${PURCHASE_OF_CHARGE},
             coalesce(p.charged_kopecks, p.price_kopecks) AS spentKopecks,
             (SELECT count(*) FROM bulk_lines l WHERE l.run_id = c.run_id AND l.charge = c.charge) AS lines
           FROM bulk_charges c LEFT JOIN purchases p ON p.id = c.purchase_id WHERE c.run_id = ? ORDER BY c.charge`,
          runId,
        )
        .map(({ charge, priceKopecks, formerKopecks, spentKopecks, lines, ...row }) => ({
          ...{ charge, priceKopecks, formerKopecks, lines },
          spentKopecks: spentKopecks ?? 0,
          state: chargeStateOf({
            purchase: purchaseOf(row),
            skipped: row.skipped === 1,
            hasProblem: row.hasProblem === 1,
          }),
        })),
    lineCount: (runId: number): number =>
      db.get<{ n: number }>('SELECT count(*) AS n FROM bulk_lines WHERE run_id = ?', runId)?.n ?? 0,
    planned: (runId: number, charge: number): Pick<Agreement, 'order' | 'target' | 'found'> => {
      const row = db.get<{ orderJson: string; targetJson: string }>(
        `SELECT order_json AS orderJson, target_json AS targetJson FROM bulk_charges WHERE run_id = ? AND charge = ?`,
        runId,
        charge,
      );
      if (row === undefined) throw new Error(`charge ${charge} is not in run ${runId}`);
      const { found, ...target } = JSON.parse(row.targetJson) as Target & Pick<Agreement, 'found'>;
      return { order: JSON.parse(row.orderJson) as Order, target, found };
    },
    /** Joins the transaction that writes the purchase: a crash leaves both or neither. */
    link: (runId: number, charge: number, purchaseId: number): void => {
      db.run('UPDATE bulk_charges SET purchase_id = ? WHERE run_id = ? AND charge = ?', purchaseId, runId, charge);
    },
    isLinked: (runId: number, charge: number, purchaseId: number): boolean =>
      db.get(
        'SELECT 1 FROM bulk_charges WHERE run_id = ? AND charge = ? AND purchase_id = ?',
        runId,
        charge,
        purchaseId,
      ) !== undefined,
    setPrice: (runId: number, charge: number, priceKopecks: number): void => {
      db.run(
        `UPDATE bulk_charges SET former_kopecks = iif(price_kopecks = ?1, former_kopecks, price_kopecks),
           price_kopecks = ?1 WHERE run_id = ?2 AND charge = ?3`,
        priceKopecks,
        runId,
        charge,
      );
      // A line that pays alone has the price of its charge.
      db.run(
        `UPDATE bulk_lines SET price_kopecks = ?1 WHERE run_id = ?2 AND charge = ?3
           AND (SELECT count(*) FROM bulk_lines l WHERE l.run_id = ?2 AND l.charge = ?3) = 1`,
        priceKopecks,
        runId,
        charge,
      );
    },
    setLinePrices: (
      runId: number,
      charge: number,
      prices: readonly { readonly serviceId: number; readonly priceKopecks: number | null }[],
    ): void => {
      for (const { serviceId, priceKopecks } of prices) {
        db.run(
          'UPDATE bulk_lines SET price_kopecks = ? WHERE run_id = ? AND charge = ? AND service_id = ?',
          priceKopecks,
          runId,
          charge,
          serviceId,
        );
      }
    },
    /** The prices are agreed to: what they were before is of no interest any more. */
    forgetFormerPrices: (runId: number): void => {
      db.run('UPDATE bulk_charges SET former_kopecks = NULL WHERE run_id = ?', runId);
    },
    setProblem: (runId: number, charge: number, problem: BulkProblem): void => {
      db.run(
        'UPDATE bulk_charges SET problem_json = ? WHERE run_id = ? AND charge = ?',
        JSON.stringify(problem),
        runId,
        charge,
      );
    },
    skipUnknown: (runId: number): void => {
      db.run(
        `UPDATE bulk_charges SET skipped = 1 WHERE run_id = ?
           AND purchase_id IN (SELECT id FROM purchases WHERE outcome = 'open')`,
        runId,
      );
    },
  };
};

export type BulkRepository = ReturnType<typeof createBulkRepository>;

const pairOf = ({ messengerId, clientKey }: Target): Parameters<ReturnType<typeof createTargets>['found']>[2] =>
  messengerId === null || clientKey === null ? null : { messengerId, clientKey };
