import { defineConfig } from '@playwright/test';
import { WINDOW_WORKERS } from './electron/dev/suites.ts';

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  workers: WINDOW_WORKERS,
  // A busy computer takes several times as long; a test that hangs is found all the same.
  timeout: 180_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
});
