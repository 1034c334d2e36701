import { readFile, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { MAX_ANSWER, readLines, type ScriptAnswer, scriptFile, writeLine } from '#core/scripts/protocol.ts';
import { scriptFileIn } from '#core/scripts/script-place.ts';

const MAX_FILE = 10_000;

/** No desk is running that accepts scripts. */
export class NoDesk extends Error {
  override readonly name = 'NoDesk';
}

/** The desk ended before it answered. The command may have been carried out, wholly or in part. */
export class DeskGone extends Error {
  override readonly name = 'DeskGone';
}

export interface ScriptClient {
  /** Sends a command. Rejects with `DeskGone` if the connection ends first. */
  send(command: string, input: unknown): Promise<ScriptAnswer>;
  close(): void;
}

/** Connects to the running desk of this user. Rejects with `NoDesk`. */
export const connectToDesk = async (dataFolder: string): Promise<ScriptClient> => {
  const { address, key } = await readScriptFile(scriptFileIn(dataFolder));
  const socket = connect(address);
  await new Promise<void>((done, failed) => {
    socket.once('connect', done);
    socket.once('error', () => failed(new NoDesk('Nobody listens.')));
  });
  socket.on('error', () => socket.destroy());
  const waiting = new Map<number, (answer: ScriptAnswer | null) => void>();
  let lastId = 0;
  let isGone = false;
  socket.on('close', () => {
    isGone = true;
    for (const settle of waiting.values()) settle(null);
    waiting.clear();
  });
  readLines(socket, MAX_ANSWER, (line) => {
    const answer = JSON.parse(line) as ScriptAnswer;
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  writeLine(socket, { key });
  return {
    send: (command, input) =>
      new Promise((done, failed) => {
        if (isGone) {
          failed(new DeskGone('The desk has ended.'));
          return;
        }
        lastId += 1;
        waiting.set(lastId, (answer) => {
          if (answer === null) failed(new DeskGone('The desk ended before it answered.'));
          else done(answer);
        });
        writeLine(socket, { id: lastId, command, input });
      }),
    close: () => socket.destroy(),
  };
};

const readScriptFile = async (path: string) => {
  try {
    if ((await stat(path)).size > MAX_FILE) throw new Error('too large');
    return scriptFile.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    throw new NoDesk('There is no file of a running desk.');
  }
};
