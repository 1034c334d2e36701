import { spawn } from 'node:child_process';
import { projectRoot } from './places.ts';

interface RunOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Collect the output instead of showing it. */
  readonly quiet?: boolean;
}

interface RunResult {
  /** 143 (128 + 15) if a signal ended the command, as in a shell for SIGTERM. */
  readonly code: number;
  readonly output: string;
}

/**
 * Runs a command and waits for its end. Never rejects: a command that cannot be started has exit code 127, as in a
 * shell.
 */
export const run = (command: string, args: readonly string[], options: RunOptions = {}): Promise<RunResult> =>
  new Promise((settle) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? projectRoot,
      env: options.env ?? process.env,
      stdio: options.quiet === true ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      shell: process.platform === 'win32' && command === 'npm',
    });
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.on('error', (error) => settle({ code: 127, output: error.message }));
    child.on('close', (code) => settle({ code: code ?? 143, output }));
  });

/** Runs a command without showing its output. Throws an error with the output if the command fails. */
export const mustRun = async (command: string, args: readonly string[], options: RunOptions = {}): Promise<string> => {
  const { code, output } = await run(command, args, { ...options, quiet: true });
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}\n${output.trim()}`);
  return output;
};
