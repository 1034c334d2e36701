import { randomBytes, timingSafeEqual } from 'node:crypto';
import { chmod, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { renamePatiently } from '#core/platform/files/rename-patiently.ts';
import { toDeskError, withStorageTrouble } from '#core/platform/sqlite/sqlite-errors.ts';
import { parseJson } from '#core/platform/text/parse-json.ts';
import type { Logger } from '#core/ports.ts';
import { type AppError, DeskError, type Problem } from '#shared/result.ts';
import { ANSWERS } from './answer-commands.ts';
import { COMMANDS, type CommandName, isCommandName } from './commands.ts';
import { greeting, MAX_REQUEST, readLines, type ScriptAnswer, scriptRequest, writeLine } from './protocol.ts';
import { assertGranted, notAllowed, type ScriptDesk } from './script-desk.ts';
import { scriptFileIn, socketIn } from './script-place.ts';

const MAX_CONNECTIONS = 16;
/** The requests of one connection that are worked on at the same time; more than these are refused. */
const MAX_REQUESTS = 16;

interface ServerDeps {
  readonly desk: ScriptDesk;
  readonly logger: Logger;
  readonly dataFolder: string;
}

export type ScriptServer = Awaited<ReturnType<typeof openScriptServer>>;

/** Returns the problems of an input, one for each field. */
const problemsOf = (command: CommandName, input: unknown): readonly Problem[] => {
  const parsed = COMMANDS[command].input.safeParse(input);
  if (parsed.success) return [];
  return parsed.error.issues.slice(0, 20).map(({ path, message }) => ({
    field: path.map(String).join('.'),
    code: 'script-field',
    params: { field: path.map(String).join('.'), message },
  }));
};

/** Throws unless the settings allow a command. */
const assertAllowed = (desk: ScriptDesk, command: CommandName): void => {
  const { access: needed, ...rest } = COMMANDS[command];
  assertGranted(desk, needed);
  if ('isSecret' in rest && rest.isSecret && !desk.settings().scriptSecrets) {
    throw notAllowed('script-no-secrets', needed);
  }
};

const answerCommand = async (desk: ScriptDesk, command: string, input: unknown): Promise<unknown> => {
  if (!isCommandName(command)) {
    throw new DeskError('invalid-input', 'There is no such command.', { code: 'script-no-command' });
  }
  assertAllowed(desk, command);
  const problems = problemsOf(command, input);
  if (problems.length > 0) {
    throw new DeskError('invalid-input', 'The input of the command is not valid.', { problems });
  }
  const answer = ANSWERS[command] as (desk: ScriptDesk, input: unknown) => Promise<unknown>;
  return answer(desk, COMMANDS[command].input.parse(input));
};

const isKey = (given: string, key: string): boolean => {
  const [one, other] = [Buffer.from(given), Buffer.from(key)];
  return one.length === other.length && timingSafeEqual(one, other);
};

/**
 * Listens for scripts of this user on this computer. The socket and the file with its key can be read by the user alone.
 * Rejects if the data folder or its path does not allow it.
 */
export const openScriptServer = async ({ desk, logger, dataFolder }: ServerDeps) => {
  const address = socketIn(dataFolder, process.platform);
  if (address === null) throw new DeskError('file', 'The path is too long for a socket.', { code: 'script-path' });
  const file = scriptFileIn(dataFolder);
  const key = randomBytes(32).toString('hex');
  const connections = new Set<Socket>();

  const errorOf = (error: unknown): AppError => {
    const known = withStorageTrouble(error);
    if (known instanceof DeskError) return known.toAppError();
    logger.error('a command of a script failed', { error: error instanceof Error ? error.name : 'unknown' });
    return toDeskError(known).toAppError();
  };
  const answer = async (id: number, command: string, input: unknown): Promise<ScriptAnswer> => {
    try {
      return { id, ok: true, value: await answerCommand(desk, command, input) };
    } catch (error) {
      return { id, ok: false, error: errorOf(error) };
    }
  };

  const onConnection = (socket: Socket): void => {
    connections.add(socket);
    let isGreeted = false;
    let working = 0;
    socket.on('error', () => socket.destroy());
    socket.on('close', () => connections.delete(socket));
    readLines(socket, MAX_REQUEST, (line) => {
      const value = parseJson(line);
      if (!isGreeted) {
        const greeted = greeting.safeParse(value);
        isGreeted = greeted.success && isKey(greeted.data.key, key);
        if (!isGreeted) socket.destroy();
        return;
      }
      const request = scriptRequest.safeParse(value);
      if (!request.success || working >= MAX_REQUESTS) {
        socket.destroy();
        return;
      }
      working += 1;
      const { id, command, input } = request.data;
      void answer(id, command, input).then((answered) => {
        working -= 1;
        writeLine(socket, answered);
      });
    });
  };

  const server = createServer(onConnection);
  server.maxConnections = MAX_CONNECTIONS;
  // The data folder belongs to this process alone, so a socket in it is left over from a crash.
  if (process.platform !== 'win32') await rm(address, { force: true });
  await listen(server, address);
  if (process.platform !== 'win32') await chmod(address, 0o600);
  await rm(`${file}.new`, { force: true });
  await writeFile(`${file}.new`, JSON.stringify({ address, key }), { mode: 0o600, flag: 'wx' });
  await renamePatiently(`${file}.new`, file);

  return {
    /** Ends all connections and takes the file away. Work that a request has begun goes on. */
    close: async (): Promise<void> => {
      await rm(file, { force: true }).catch(() => undefined);
      const closed = new Promise<void>((done) => server.close(() => done()));
      for (const socket of connections) socket.destroy();
      await closed;
    },
  };
};

const listen = (server: Server, address: string): Promise<void> =>
  new Promise((done, failed) => {
    server.once('error', failed);
    server.listen(address, () => {
      server.removeListener('error', failed);
      server.on('error', () => undefined);
      done();
    });
  });
