import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes longest on a quiet machine, in this order: begun first, it does not keep one worker busy at the end. */
const LONGEST = [
  'shared-desk/desks',
  'purchases/kills',
  'run-purchases/kills',
  'purchases/histories',
  'standing/kills',
  'api/hostile-answers',
  'standing/month',
  'purchases/believed',
  'shared-desk/orders',
  'backup/kills',
  'shared-desk/store-faults',
  'shared-desk/one-for-all',
  'run-purchases/traffic-run',
  'stranger/lost-answers',
  'shared-desk/store',
  'purchases/resolver',
  'checks/check-list',
  'run-purchases/waits',
  'backup/moving',
  'checks/kills',
  'standing/going-on',
  'faults/cached-data',
  'shared-desk/orders-history',
  'keychain/real-keychain',
  'purchases/charge-faults',
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
    include: ['tests/{unit,integration,contract,package}/**/*.test.{ts,tsx}'],
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
