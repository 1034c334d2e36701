import type { AppError } from '#shared/result.ts';
import { connectToDesk, type ScriptClient } from '../../../electron/main/scripts/script-client.ts';
import type { TestDesk } from '../../support/desk-core.ts';

type Settings = Parameters<TestDesk['call']>[1];

/** Scripts that talk to a desk over its socket. */
export interface Scripts {
  readonly client: ScriptClient;
  /** Returns the value of an answer; throws if it is an error. */
  ask(command: string, input?: object): Promise<Record<string, unknown>>;
  /** Returns the error of an answer; throws if it is none. */
  refusal(command: string, input?: object): Promise<AppError>;
}

/** Allows scripts what `allowed` says, and connects as the command line does. */
export const startScripts = async (desk: TestDesk, allowed: Settings): Promise<Scripts> => {
  await desk.call('settings.update', allowed as never);
  await desk.call('scripts.state', {});
  const client = await connectToDesk(desk.paths.data);
  return {
    client,
    ask: async (command, input = {}) => {
      const answer = await client.send(command, input);
      if (!answer.ok) throw new Error(`${command}: ${JSON.stringify(answer.error)}`);
      return answer.value as Record<string, unknown>;
    },
    refusal: async (command, input = {}) => {
      const answer = await client.send(command, input);
      if (answer.ok) throw new Error(`${command} was answered: ${JSON.stringify(answer.value)}`);
      return answer.error;
    },
  };
};
