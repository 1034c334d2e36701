import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes longest on a quiet machine, in this order: begun first, it does not keep one worker busy at the end. */
const LONGEST = [
  'purchases/kills',
  'purchases/histories',
  'run-purchases/kills',
  'api/hostile-answers',
  'backup/kills',
  'stranger/lost-answers',
  'keychain/real-keychain',
  'purchases/believed',
  'purchases/resolver',
  'faults/cached-data',
  'run-purchases/waits',
  'run-purchases/traffic-run',
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
