import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Lane, openLane } from '../../support/kills/lane.ts';
import { createRandom } from '../../support/kills/random.ts';
import { type HostileProxy, PLAYS, startHostile } from '../../support/proxies/hostile.ts';

const LINES = 400;
const KILLS = 6;
/** Each process checks at most this many more. */
const EACH = 50;

let lane: Lane;
let proxy: HostileProxy;
let asked = 0;
let enough = (): void => {};
let dieAt = Number.POSITIVE_INFINITY;

beforeEach(async () => {
  lane = await openLane();
  proxy = await startHostile((socket) => {
    asked += 1;
    if (asked >= dieAt) enough();
    PLAYS['forbids it'](socket);
  });
});
afterEach(async () => {
  await lane.close();
  await proxy.close();
});

it('a check whose process is killed resumes with the remaining lines, and counts each proxy once', async () => {
  const random = createRandom(5);
  const file = join(lane.folder, 'proxies.txt');
  await writeFile(file, Array.from({ length: LINES }, (_, line) => `127.0.0.1:${proxy.port}:u${line}:p`).join('\n'));
  for (let round = 0; round < KILLS; round += 1) {
    const reached = new Promise<void>((resolve) => {
      enough = resolve;
    });
    dieAt = asked + Math.ceil(random() * EACH);
    const child = lane.start('check-child', { round, file });
    await Promise.race([reached, child.ended.then(({ complaint }) => Promise.reject(new Error(complaint)))]);
    child.process.kill('SIGKILL');
    expect((await lane.waitForEnd(child)).signal).toBe('SIGKILL');
  }
  dieAt = Number.POSITIVE_INFINITY;
  const last = lane.start('check-child', { round: KILLS, file });
  const { counts, lines } = await last.report('checked');
  await last.ended;
  expect(counts).toEqual({ waiting: 0, alive: 0, slow: 0, refused: LINES, dead: 0, unreadable: 0 });
  expect(lines).toBe(LINES);
  expect(asked).toBeGreaterThanOrEqual(LINES);
}, 300_000);
