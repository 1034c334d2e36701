import { isHalted } from '#shared/domain/run-rules.ts';
import { RECIPE } from '../recipe.ts';
import { type BatchTask, childTask } from './protocol.ts';
import { openQuietCore } from './quiet-core.ts';

/**
 * A core in a process of its own, to be killed while it generates lists for many clients. It resumes the runs that it finds.
 */
const task = childTask<BatchTask>();
const { core, call, signIn, clientIds } = await openQuietCore(task, { chosenFolder: task.files });

await signIn();
const ids = await clientIds(task.clients);
const over = new Promise<void>((resolve) => {
  core.on(({ name, payload }) => {
    if (name === 'runs.changed' && (payload as { state: string }).state !== 'running') resolve();
  });
});
const { rows } = await call('runs.list', { offset: 0, limit: 1 });
const earlier = rows[0];
const what = {
  recipe: { ...RECIPE, quantity: 4 },
  output: { mode: 'files', variant: 'domain', template: '{client}.txt' },
  skipWithoutTraffic: false,
} as const;
if (earlier === undefined && task.isScheduled === true) {
  const folder = await call('scheduledLists.chooseFolder', { scheduleId: null });
  const { id: scheduleId } = await call('scheduledLists.save', {
    ...what,
    scheduleId: null,
    name: '',
    clients: { clientIds: ids },
    keep: null,
    enabled: true,
    rhythm: { every: 'day', monthDay: 1, time: '08:00' },
    folderId: folder?.folderId ?? null,
  });
  await call('scheduledLists.makeNow', { scheduleId });
} else if (earlier === undefined) {
  await call('runs.start', { kind: 'generate', clientIds: ids, ...what });
} else if (task.isScheduled !== true && isHalted(earlier)) {
  await call('runs.resume', { runId: earlier.id });
}
await over;
await core.close();
