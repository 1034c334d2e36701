import { expect, it } from 'vitest';
import { createUndos } from '#core/platform/undo/undos.ts';

it('undoes a change once, only for its own account, and not after many other changes', async () => {
  const undos = createUndos();
  const first = undos.keep('a', async () => 3);
  expect(await undos.takeBack('b', first)).toBe(0);
  expect(await undos.takeBack('a', first)).toBe(3);
  expect(await undos.takeBack('a', first)).toBe(0);
  const old = undos.keep('a', async () => 1);
  for (let more = 0; more < 20; more += 1) undos.keep('a', async () => 1);
  expect(await undos.takeBack('a', old)).toBe(0);
});

it('keeps a change that could not be undone completely', async () => {
  const undos = createUndos();
  let tries = 0;
  const id = undos.keep('a', async () => {
    tries += 1;
    if (tries === 1) throw new Error('the disk is full');
    return 2;
  });
  await expect(undos.takeBack('a', id)).rejects.toThrow('the disk is full');
  expect(await undos.takeBack('a', id)).toBe(2);
});

it('never reuses a number of an earlier start, whose message may still be in sight', async () => {
  const before = createUndos().keep('a', async () => 1);
  const now = createUndos();
  now.keep('a', async () => 1);
  expect(await now.takeBack('a', before)).toBe(0);
});
