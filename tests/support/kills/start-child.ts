import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { build } from 'vite';

const root = resolve(import.meta.dirname, '..', '..', '..');
const NATIVE = ['@photostructure/sqlite', 'keytar'];
const COMPILED = [
  'child',
  'bulk-child',
  'batch-child',
  'refresh-child',
  'restore-child',
  'writing-child',
  'standing-child',
] as const;
/** This process starts a thread of its own, whose file exists only uncompiled. */
const CHECKING = 'check-child';

export type Child = (typeof COMPILED)[number] | typeof CHECKING;

/** Starts a process that is to be killed; the process finds its task in the environment. */
export type StartChild = (name: Child, task: object, stdio?: StdioOptions) => ChildProcess;

/** Each process of the test runner has a folder, because several run at a time. */
const folder = join(root, 'out', 'children', process.env.VITEST_POOL_ID ?? 'bench');

const compile = () =>
  build({
    configFile: false,
    root,
    logLevel: 'error',
    ssr: { noExternal: true, external: NATIVE },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: true,
      target: 'node24',
      rolldownOptions: {
        input: Object.fromEntries(COMPILED.map((name) => [name, join(import.meta.dirname, `${name}.ts`)])),
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });

let compiled: Promise<unknown> | undefined;

/**
 * Compiles the processes once for everything that runs in this one. The tests start hundreds of them, and starting from
 * TypeScript takes four times as long as starting from one JavaScript file.
 */
export const prepareChildren = async (): Promise<StartChild> => {
  compiled ??= compile();
  await compiled;
  return (name, task, stdio = ['ignore', 'ignore', 'inherit']) =>
    spawn(
      process.execPath,
      [name === CHECKING ? join(import.meta.dirname, `${name}.ts`) : join(folder, `${name}.mjs`)],
      {
        cwd: root,
        env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'code'), CHILD_TASK: JSON.stringify(task) },
        stdio,
      },
    );
};
