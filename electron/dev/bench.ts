import { buildApp, prepareUnattended } from './prepare.ts';
import { run } from './run.ts';

/** `npm run bench [-- names]`: measures the built app on real Electron. */
const session = await prepareUnattended();
try {
  await buildApp();
  const { code } = await run(process.execPath, ['tests/bench/index.ts', ...process.argv.slice(2)]);
  process.exitCode = code;
} finally {
  await session.close();
}
