import { isStanding } from '#shared/domain/run-rules.ts';
import { RECIPE } from '../recipe.ts';
import { type BatchTask, childTask } from './protocol.ts';
import { openQuietCore } from './quiet-core.ts';

/** A core in a process of its own, which is there to be killed while it generates for many. Resumes what it finds. */
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
if (earlier === undefined) {
  await call('runs.start', {
    kind: 'generate',
    clientIds: ids,
    recipe: { ...RECIPE, quantity: 4 },
    output: { mode: 'files', variant: 'domain', template: '{client}.txt' },
    skipWithoutTraffic: false,
  });
} else if (isStanding(earlier)) {
  await call('runs.resume', { runId: earlier.id });
}
await over;
await core.close();
