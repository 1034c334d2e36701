import type { Job, JobSort, JobState, JobSubject, KeptError } from '#shared/contract/jobs.ts';
import { type Condition, narrowed, orderAlong, orderInTime } from '../common/sorted-rows.ts';
import type { Database } from '../storage/database.ts';

export interface NewJob {
  readonly accountId: string;
  readonly kind: Job['kind'];
  /** What it is called: by what it is about, or by a name of its own. */
  readonly name: JobSubject | string;
  readonly total: number;
  /** The thing it makes: the id of a list, or of a bulk run. */
  readonly targetId: number | null;
}

interface Row {
  readonly id: number;
  readonly kind: Job['kind'];
  readonly title: string;
  readonly subject_json: string | null;
  readonly state: JobState;
  readonly done: number;
  readonly total: number;
  readonly target_id: number | null;
  readonly error_json: string | null;
  readonly started_at: number;
  readonly finished_at: number | null;
  readonly dismissed: number;
}

const toJob = (row: Row): Job => ({
  id: row.id,
  kind: row.kind,
  title: row.title,
  subject: row.subject_json === null ? null : (JSON.parse(row.subject_json) as JobSubject),
  state: row.state,
  done: row.done,
  total: row.total,
  startedAt: row.started_at,
  finishedAt: row.finished_at,
  targetId: row.target_id,
  error: row.error_json === null ? null : (JSON.parse(row.error_json) as KeptError),
  dismissed: row.dismissed === 1,
});

/**
 * Ended badly since a moment, and not dismissed: as the partial index has it. What a refresh could not read shows in the
 * age of those clients, and the next one tries again.
 */
const TROUBLED = `account_id = ? AND finished_at >= ? AND dismissed = 0 AND kind <> 'refresh'
  AND state IN ('failed', 'partial', 'interrupted')`;

/** How long a job that ended badly asks for a look. */
const TROUBLES_FOR_MS = 7 * 86_400_000;

/** How many jobs `troubled` of `jobs.list` shows. `now` in ms since the epoch, UTC. */
export const countTroubled = (db: Database, accountId: string, now: number): number =>
  db.get<{ n: number }>(`SELECT count(*) AS n FROM jobs WHERE ${TROUBLED}`, accountId, now - TROUBLES_FOR_MS)?.n ?? 0;

/** As the indexes have it. */
const SORTS: Readonly<Record<JobSort['by'], string>> = {
  kind: 'kind',
  state: "instr('running paused failed interrupted partial cancelled done', state)",
  progress: 'done * 1.0 / max(total, 1)',
  started: 'started_at',
};

const orderOf = ({ by, direction }: JobSort): string =>
  by === 'started' ? orderInTime(SORTS[by], direction) : orderAlong(SORTS[by], direction);

interface JobPage {
  readonly total: number;
  readonly rows: Job[];
}

export interface JobRepository {
  insert(job: NewJob, startedAt: number): number;
  get(jobId: number): Job | undefined;
  /** The account's jobs. */
  page(accountId: string, sort: JobSort, offset: number, limit: number): JobPage;
  /** Those that need a look; `now` in ms since the epoch, UTC. */
  troubled(accountId: string, now: number, sort: JobSort, offset: number, limit: number): JobPage;
  setDismissed(jobId: number, dismissed: boolean): void;
  belongsTo(accountId: string, jobId: number): boolean;
  setProgress(jobId: number, done: number, total: number | null): void;
  /** `finishedAt` is `null` for one that is only paused. */
  finish(jobId: number, state: JobState, error: KeptError | null, finishedAt: number | null): void;
  /** A job that was paused or broken off runs again. False when there is none. */
  reopen(jobId: number): boolean;
  /** Jobs that were running when the app last ended. */
  interruptLeftovers(finishedAt: number): void;
}

/** SQL of the table `jobs`. */
export const createJobRepository = (db: Database): JobRepository => {
  const rowsOf = (accountId: string, some: Condition | null, sort: JobSort, offset: number, limit: number) => {
    const { sql, values } = narrowed('jobs', { sql: 'account_id = ?', values: [accountId] }, some);
    return db
      .all<Row>(`SELECT * FROM jobs WHERE ${sql} ORDER BY ${orderOf(sort)} LIMIT ? OFFSET ?`, ...values, limit, offset)
      .map(toJob);
  };
  return {
    insert: (job, startedAt) =>
      db.run(
        `INSERT INTO jobs (account_id, kind, title, subject_json, state, done, total, target_id, started_at)
       VALUES (?, ?, ?, ?, 'running', 0, ?, ?, ?)`,
        job.accountId,
        job.kind,
        typeof job.name === 'string' ? job.name : '',
        typeof job.name === 'string' ? null : JSON.stringify(job.name),
        job.total,
        job.targetId,
        startedAt,
      ).lastId,
    get: (jobId) => {
      const row = db.get<Row>('SELECT * FROM jobs WHERE id = ?', jobId);
      return row === undefined ? undefined : toJob(row);
    },
    page: (accountId, sort, offset, limit) => ({
      total: db.get<{ n: number }>('SELECT count(*) AS n FROM jobs WHERE account_id = ?', accountId)?.n ?? 0,
      rows: rowsOf(accountId, null, sort, offset, limit),
    }),
    troubled: (accountId, now, sort, offset, limit) => ({
      total: countTroubled(db, accountId, now),
      rows: rowsOf(accountId, { sql: TROUBLED, values: [accountId, now - TROUBLES_FOR_MS] }, sort, offset, limit),
    }),
    setDismissed: (jobId, dismissed) => {
      db.run('UPDATE jobs SET dismissed = ? WHERE id = ?', dismissed ? 1 : 0, jobId);
    },
    belongsTo: (accountId, jobId) =>
      db.get('SELECT 1 FROM jobs WHERE id = ? AND account_id = ?', jobId, accountId) !== undefined,
    setProgress: (jobId, done, total) => {
      db.run('UPDATE jobs SET done = ?, total = coalesce(?, total) WHERE id = ?', done, total, jobId);
    },
    reopen: (jobId) =>
      db.run("UPDATE jobs SET state = 'running', error_json = NULL, finished_at = NULL WHERE id = ?", jobId).changes >
      0,
    finish: (jobId, state, error, finishedAt) => {
      db.run(
        'UPDATE jobs SET state = ?, error_json = ?, finished_at = ? WHERE id = ?',
        state,
        error === null ? null : JSON.stringify(error),
        finishedAt,
        jobId,
      );
    },
    interruptLeftovers: (finishedAt) => {
      db.run("UPDATE jobs SET state = 'interrupted', finished_at = ? WHERE state = 'running'", finishedAt);
    },
  };
};
