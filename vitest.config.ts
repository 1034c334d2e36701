import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/{unit,integration,contract,package}/**/*.test.{ts,tsx}'],
    environment: 'node',
    // A test that hangs, not one that is slow: the machine may have much else to do.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    pool: 'forks',
    // One process runs file after file, so that what is tested is loaded once and not with every file. What a file
    // changes of the process (a time zone, a timer) it puts back.
    isolate: false,
    // More than there are cores: half of the time a test waits for a process, a disk, a service or its own pace.
    maxWorkers: 4,
  },
});
