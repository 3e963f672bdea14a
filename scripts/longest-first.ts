import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files of tests that take longest, the longest first: one of them begun last would run alone at the end. */
export const LONGEST: readonly string[] = [
  'packages/server/test/webhooks/hostile-receivers.test.ts',
  'journeys/test/attacks.test.ts',
  'journeys/test/visual/every-screen.test.ts',
  'journeys/test/one-submission-capture.test.ts',
  'journeys/test/person.test.ts',
  'journeys/test/operator.test.ts',
  'packages/lab/test/attack-testing/attack-report.test.ts',
  'packages/server/test/captures/attacks.test.ts',
  'packages/server/test/transactions/enrolled-faces.test.ts',
];

/** Begins the longest files first, and leaves the order of all others to Vitest. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification): number => {
      const place = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}`));
      return place < 0 ? LONGEST.length : place;
    };
    return (await super.sort(files)).sort((one, other) => placeOf(one) - placeOf(other));
  }
}
