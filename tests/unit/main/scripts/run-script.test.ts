import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readLines, writeLine } from '#core/scripts/protocol.ts';
import { socketIn } from '#core/scripts/script-place.ts';
import type { AppError } from '#shared/result.ts';
import { EXIT } from '../../../../electron/main/scripts/help.ts';
import { codeWithoutAnswer, runScript } from '../../../../electron/main/scripts/run-script.ts';

let folder: string;
let server: Server;
let error: AppError;

/** A desk that answers every request with the same error. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scripts-'));
  const address = socketIn(folder, process.platform) ?? '';
  server = createServer((socket) => {
    let isGreeted = false;
    readLines(socket, 10_000, (line) => {
      if (isGreeted) writeLine(socket, { id: (JSON.parse(line) as { id: number }).id, ok: false, error });
      isGreeted = true;
    });
  });
  await new Promise<void>((done) => server.listen(address, done));
  await writeFile(join(folder, 'scripts.json'), JSON.stringify({ address, key: 'k'.repeat(64) }));
});
afterEach(async () => {
  await new Promise((done) => server.close(done));
  await rm(folder, { recursive: true });
});

const run = async (words: string): Promise<{ code: number; said: string }> => {
  const said: string[] = [];
  const say = (text: string) => said.push(text);
  const about = { dataFolder: folder, locale: 'en_US.UTF-8', isTerminal: false, print: say, complain: say };
  return { code: await runScript({ words: words.split(' '), ...about }), said: said.join('\n') };
};
const BUY = 'buy-vpn 5:anna --months 1 --at-most 300 --account Main --once a';

it.each([
  [BUY, EXIT.unknown],
  ['clients --json', EXIT.refused],
  ['nothing-of-the-kind', EXIT.refused],
])('the exit code of “%s” that died without an answer is %i', (words, code) => {
  expect(codeWithoutAnswer(words.split(' '))).toBe(code);
});

describe('the exit code after an error', () => {
  it('never says that nothing was charged if nobody knows how far a purchase got', async () => {
    error = { kind: 'internal', message: 'Something in the app went wrong.' };
    expect(await run(BUY)).toMatchObject({ code: EXIT.unknown, said: expect.stringContaining('may have been sent') });
    expect((await run('clients')).code).toBe(EXIT.refused);
  });

  it.each([
    [{ kind: 'conflict', message: '', details: { code: 'script-cap', params: {} } }, EXIT.refused],
    [{ kind: 'forbidden', message: '', details: { code: 'script-not-allowed', params: {} } }, EXIT.notAllowed],
    [{ kind: 'storage', message: '', details: { code: 'answer-not-stored' } }, EXIT.unknown],
    [{ kind: 'storage', message: '', details: { code: 'intent-not-stored' } }, EXIT.refused],
  ] as const)('of %j is %i', async (given, code) => {
    error = given as AppError;
    expect((await run(BUY)).code).toBe(code);
  });
});
