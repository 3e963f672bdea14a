import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { ROOT, readDurations } from './durations.ts';

/** Begins the files that took longest when they were last timed, and new files first of all: none runs alone at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const durations = readDurations();
    const secondsOf = ({ moduleId }: TestSpecification): number =>
      durations[relative(ROOT, moduleId)] ?? Number.POSITIVE_INFINITY;
    const sorted = (await super.sort(files)).map((file) => [file, secondsOf(file)] as const);
    return sorted.sort(([, one], [, other]) => (one === other ? 0 : other - one)).map(([file]) => file);
  }
}
