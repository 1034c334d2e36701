import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  // More than there are cores: a window waits for its page, for timers and for the service as well.
  workers: 4,
  // A busy computer takes several times as long; a test that hangs is found all the same.
  timeout: 180_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
});
