import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/{unit,integration,contract,package}/**/*.test.{ts,tsx}'],
    environment: 'node',
    testTimeout: 20_000,
    hookTimeout: 30_000,
    restoreMocks: true,
    // A process each: several suites change signal handlers, the environment or native state.
    pool: 'forks',
    // Two, on a machine of two cores as well: most tests wait for a process, a disk or a service.
    maxWorkers: 2,
  },
});
