import type { Harness } from './harness/harness.ts';
import type { About } from './kept/about.ts';
import type { Figure } from './report.ts';
import type { VolumeSize } from './volume/fill-volume.ts';

/** What the command line asks of a run; `seconds` stands in for each part's own. */
export type BenchArguments = {
  only: readonly string[];
  all: boolean;
  seconds: number | undefined;
  size: VolumeSize;
  megabytes: number;
  demo: string | undefined;
  transactions: number;
  faces: number;
  prints: number;
  profile: boolean;
  keep: boolean;
};

/** One part of the bench: how many seconds each of its measurements takes, and what gives its lines of the report. */
export type Part = {
  seconds: number;
  /** Takes so many minutes that only `--only` and `--all` run it. */
  isLong?: true;
  measure: (
    openWith: (tenants: number, program?: string) => Promise<Harness>,
    seconds: number,
    size: VolumeSize,
    megabytes: number,
    others: Pick<BenchArguments, 'demo' | 'transactions' | 'faces' | 'prints' | 'profile' | 'keep'> & {
      about: About;
    },
  ) => Promise<Figure[]>;
};
