import { parseArgs } from 'node:util';
import { startSandbox } from './index.ts';

const USAGE = `Usage: node electron/sandbox/serve.ts [--port N] [--state DIR] [--seed N] [--control] [--print-token]

Runs the sandbox on loopback until interrupted. Without --state everything is forgotten at the end.
The API token is printed only with --print-token.
`;

const wholeNumber = (name: string, text: string): number => {
  if (!/^\d{1,9}$/.test(text)) throw new RangeError(`--${name} must be a whole number, not "${text}"`);
  return Number(text);
};

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const run = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '8787' },
      state: { type: 'string' },
      seed: { type: 'string' },
      control: { type: 'boolean', default: false },
      'print-token': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return;
  }
  const sandbox = await startSandbox({
    stateDir: values.state ?? null,
    port: wholeNumber('port', values.port),
    control: values.control,
    ...(values.seed === undefined ? {} : { seed: wholeNumber('seed', values.seed) }),
  });
  say(`Base URL: ${sandbox.baseUrl}`);
  if (sandbox.controlUrl !== null) say(`Control:  ${sandbox.controlUrl}`);
  say(values['print-token'] ? `Token:    ${sandbox.token}` : 'Token:    not shown (add --print-token)');
  const stop = (): void => {
    sandbox.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
};

run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : 'failed'}\n${USAGE}`);
  process.exitCode = 1;
});
