import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes longest on a quiet machine, in this order: begun first, it does not keep one worker busy at the end. */
const LONGEST = [
  'purchases/kills',
  'purchases/histories',
  'run-purchases/kills',
  'api/hostile-answers',
  'shared-desk/desks',
  'backup/kills',
  'standing/kills',
  'standing/month',
  'purchases/believed',
  'shared-desk/orders',
  'shared-desk/one-for-all',
  'purchases/resolver',
  'shared-desk/place-faults',
  'stranger/lost-answers',
  'run-purchases/traffic-run',
  'checks/check-list',
  'checks/kills',
  'keychain/real-keychain',
  'shared-desk/place',
  'run-purchases/waits',
  'faults/cached-data',
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
    // More than there are cores: half of the time a test waits for a process, a disk, a service or its own pace.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
  },
});
