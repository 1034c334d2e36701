import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest files on a quiet machine, the slowest first. They are begun first, so that none of them is the last to end. */
const LONGEST = [
  'standing/month-undated',
  'standing/month-dated',
  'shared-desk/hostile-member',
  'shared-desk/orders',
  'purchases/kills',
  'run-purchases/kills',
  'backup/moving',
  'shared-desk/desks',
  'shared-desk/desks-paying',
  'shared-desk/desks-cut-off',
  'shared-desk/published-first',
  'shared-desk/store',
  'standing/kills',
  'purchases/histories',
  'shared-desk/orders-history',
  'shared-desk/desks-knowing',
  'api/hostile-answers',
  'shared-desk/one-for-all',
  'checks/kills',
  'purchases/late-lists',
  'purchases/believed',
  'purchases/charge-faults',
  'api/fault-matrix',
  'shared-desk/store-faults',
  'clients/csv-import',
  'checks/check-list',
  'purchases/storm',
  'shared-desk/snapshots',
  'backup/kills',
  'run-purchases/traffic-run',
  'stranger/lost-answers',
  'purchases/resolver',
  'run-purchases/waits',
  'standing/going-on',
  'faults/cached-data',
  'keychain/real-keychain',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return at < 0 ? LONGEST.length : at;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    include: ['tests/{unit,integration,contract,package,install,windows}/**/*.test.{ts,tsx}'],
    environment: 'node',
    // Ends a test that hangs, but not one that is slow because the machine is busy.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Long enough for a busy machine, and shorter than `testTimeout`, so that the failure names the missing value.
    expect: { poll: { timeout: 50_000 } },
    restoreMocks: true,
    pool: 'forks',
    // One process runs many files, so that the tested code is loaded once and not with every file. A file that changes
    // the process (its time zone, its timers) has to restore it.
    isolate: false,
    // More than a small machine has cores, because a test mostly waits for a process, the disk or the service: with four
    // workers, two cores were idle for a third of the time.
    maxWorkers: 6,
    sequence: { sequencer: LongestFirst },
  },
});
