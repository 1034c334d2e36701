import { type CheckTask, type ChildReport, childTask } from './protocol.ts';
import { openQuietCore } from './quiet-core.ts';

/** A core in a process of its own, to be killed while it checks a list. The next process resumes the check. */
const task = childTask<CheckTask>();

const { core, call, signIn } = await openQuietCore(task, { openedFile: task.file });
const tell = (report: ChildReport): void => {
  process.send?.(report);
};

await signIn();
const over = new Promise<void>((resolve) => {
  core.on(({ name, payload }) => {
    if (name === 'runs.changed' && (payload as { state: string }).state !== 'running') resolve();
  });
});
const { rows } = await call('runs.list', { offset: 0, limit: 9 });
let runId = rows[0]?.id;
if (runId === undefined) {
  const loaded = await call('lists.load', { answer: null });
  const run = await call('runs.start', {
    kind: 'check-list',
    listId: loaded?.listId ?? 0,
    variant: 'domain',
    protocol: 'http',
    address: 'https://127.0.0.1:9',
    atOnce: 10,
    timeoutS: 60,
    slowS: 60,
  });
  runId = run?.id ?? 0;
} else await call('runs.resume', { runId });
await over;
const { detail } = await call('runs.get', { runId });
const { rows: lines } = await call('runs.lines', { runId, only: ['refused'], offset: 0, limit: 500 });
if (detail?.of === 'check') tell({ kind: 'checked', counts: detail.counts, lines: lines.length });
await core.close();
