import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes longest on a quiet machine, in this order: begun first, it does not keep one worker busy at the end. */
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
    // A test that hangs, not one that is slow: the machine may have much else to do.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What is waited for comes, however busy the machine is; less than the test has, so that it says what did not.
    expect: { poll: { timeout: 50_000 } },
    restoreMocks: true,
    pool: 'forks',
    // One process runs file after file, so that what is tested is loaded once and not with every file. What a file
    // changes of the process (a time zone, a timer) it puts back.
    isolate: false,
    // More than there are cores: most of the time a test waits for a process, a disk, a service or its own pace. With four
    // of them two cores were idle for a third of the time.
    maxWorkers: 6,
    sequence: { sequencer: LongestFirst },
  },
});
