import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { COMMANDS, type Command, type CommandName } from '#core/scripts/commands.ts';
import type { ScriptAnswer } from '#core/scripts/protocol.ts';
import { EXIT } from './help.ts';
import { codeOfError } from './run-script.ts';
import { connectToDesk, DeskGone, NoDesk, type ScriptClient } from './script-client.ts';

interface McpOptions {
  readonly dataFolder: string;
  readonly version: string;
}

const textOf = (value: unknown, isError = false) => ({
  content: [{ type: 'text' as const, text: typeof value === 'string' ? value : JSON.stringify(value) }],
  ...(isError ? { isError: true } : {}),
});

const MAY_BE_SENT =
  'The request may have been sent. Do not buy it under another name: use the tool “purchase” with the same name.';

/** Returns the result of a tool. An assistant is told, too, if a purchase that failed may have been paid. */
export const toolResult = (command: CommandName, answer: ScriptAnswer) => {
  if (answer.ok) return textOf(answer.value);
  const error = JSON.stringify(answer.error);
  return textOf(codeOfError(command, answer.error) === EXIT.unknown ? `${error}\n${MAY_BE_SENT}` : error, true);
};

/** Keeps one connection to the desk, and makes another when the desk was started again. */
const createConnection = (dataFolder: string) => {
  let client: Promise<ScriptClient> | null = null;
  return async (command: string, input: unknown) => {
    client ??= connectToDesk(dataFolder);
    try {
      return await (await client).send(command, input);
    } catch (error) {
      client = null;
      throw error;
    }
  };
};

const explain = (error: unknown): string => {
  if (error instanceof NoDesk) {
    return 'No running Reseller Desk accepts scripts. Start it, and allow scripts in Settings > Scripts.';
  }
  if (error instanceof DeskGone) {
    return 'The desk ended before it answered. If this was a purchase, its outcome is not known: start the desk and use the tool “purchase” with the same name.';
  }
  return 'The request failed.';
};

/**
 * Serves the commands as tools of the Model Context Protocol on standard input and output, until the input ends. The
 * desk decides about each request by its settings.
 */
export const serveMcp = ({ dataFolder, version }: McpOptions): void => {
  const send = createConnection(dataFolder);
  serveStdio(() => {
    const server = new McpServer({ name: 'reseller-desk', version }, { capabilities: { tools: {} } });
    for (const [name, { summary, input, access }] of Object.entries<Command>(COMMANDS)) {
      const annotations = {
        readOnlyHint: access === 'read',
        destructiveHint: access === 'buy',
        openWorldHint: access === 'buy',
      };
      server.registerTool(name, { description: summary, inputSchema: input, annotations }, async (given: unknown) => {
        try {
          return toolResult(name as CommandName, await send(name, given));
        } catch (error) {
          return textOf(explain(error), true);
        }
      });
    }
    return server;
  });
};
