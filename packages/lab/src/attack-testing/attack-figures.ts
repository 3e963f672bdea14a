import type { AttemptOutcome } from '@titular/contract';
import { clopperPearson, type Interval, trialsNeeded, upperBound } from '../calibration/binomial.ts';
import { BONA_FIDE } from './recording.ts';

/**
 * How one recording ended. `no_response` means that no frame passed a step and nothing suggested an attack.
 * `not_presented` means that the genuine session before a replay was not approved, so nothing could be replayed.
 */
export type PresentationEnd = 'approved' | 'not_approved' | 'no_response' | 'not_presented';

/** One recording as it was shown; outcomes are those of its attempts. */
export type Presentation = {
  species: string;
  recording: string;
  end: PresentationEnd;
  reasons: readonly string[];
  outcomes: readonly AttemptOutcome[];
  /** Whether the identity had a face enrolled before; undefined of recordings, which are shown to one that has none. */
  against?: 'enrolled' | 'first';
};

/** A share with its exact 95 % interval, and the exact one-sided bound that it is below with 95 % confidence. */
export type Share = { errors: number; of: number; rate: number; exact: Interval; atMost: number };

/** What came of the recordings of one folder; `errors` are attacks that were approved, or honest people who were not, of those that had a response. */
export type FolderFigures = {
  folder: string;
  recordings: number;
  notPresented: number;
  errors: Share | undefined;
  noResponse: Share | undefined;
  /** Fewer than it takes to claim that an error rate is below 7 %, even without an error. */
  isTooFew: boolean;
  /** In how many presentations each reason, and each outcome of an attempt, was seen. */
  reasons: Readonly<Record<string, number>>;
  outcomes: Readonly<Record<string, number>>;
  /** The same errors where a face was enrolled before, and where it was not; empty of recordings. */
  against: Readonly<Record<string, { errors: number; of: number }>>;
};

/** Each species by its name, the one with the highest share, and what honest people met. */
export type AttackFigures = {
  species: FolderFigures[];
  worst: { folder: string; errors: Share } | undefined;
  bonaFide: FolderFigures;
};

/** A share of attacks that get through has to be below it (NIST SP 800-63A-4). */
export const CLAIMED_SHARE = 0.07;
/** Presentations without an approval from which on that may be said, with 95 % confidence. */
export const MIN_TO_CLAIM = trialsNeeded(CLAIMED_SHARE);

const shareOf = (errors: number, of: number): Share | undefined =>
  of === 0
    ? undefined
    : {
        errors,
        of,
        rate: errors / of,
        exact: clopperPearson(errors, of),
        atMost: upperBound(errors, of),
      };

function count(lists: readonly (readonly string[])[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const list of lists) for (const one of new Set(list)) counts.set(one, (counts.get(one) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([a, n], [b, m]) => (n === m ? (a < b ? -1 : 1) : m - n)));
}

const isError = (folder: string, end: PresentationEnd): boolean =>
  end === (folder === BONA_FIDE ? 'not_approved' : 'approved');

function figuresOf(folder: string, shown: readonly Presentation[]): FolderFigures {
  const presented = shown.filter(({ end }) => end !== 'not_presented');
  const answered = presented.filter(({ end }) => end !== 'no_response');
  const errors = answered.filter(({ end }) => isError(folder, end)).length;
  return {
    folder,
    recordings: shown.length,
    notPresented: shown.length - presented.length,
    errors: shareOf(errors, answered.length),
    noResponse: shareOf(presented.length - answered.length, presented.length),
    isTooFew: answered.length < MIN_TO_CLAIM,
    reasons: count(presented.map(({ reasons }) => reasons)),
    outcomes: count(presented.map(({ outcomes }) => outcomes)),
    against: Object.fromEntries(
      (['enrolled', 'first'] as const).flatMap((against) => {
        const those = answered.filter((one) => one.against === against);
        if (those.length === 0) return [];
        return [
          [against, { errors: those.filter(({ end }) => isError(folder, end)).length, of: those.length }],
        ];
      }),
    ),
  };
}

/** Of two that are as bad, the one of which less is known. */
const isWorse = (one: Share, other: Share): boolean =>
  one.rate > other.rate || (one.rate === other.rate && one.exact.high > other.exact.high);

/** Adds up what was shown, in the shape of ISO/IEC 30107-3: APCER for each species, never over all of them together, and BPCER. */
export function addUpPresentations(presentations: readonly Presentation[]): AttackFigures {
  const folders = [...new Set(presentations.map(({ species }) => species))];
  const figures = folders.map((folder) =>
    figuresOf(
      folder,
      presentations.filter(({ species }) => species === folder),
    ),
  );
  const species = figures.filter(({ folder }) => folder !== BONA_FIDE);
  const worst = species.reduce<AttackFigures['worst']>(
    (known, { folder, errors }) =>
      errors && (!known || isWorse(errors, known.errors)) ? { folder, errors } : known,
    undefined,
  );
  return {
    species,
    worst,
    bonaFide: figures.find(({ folder }) => folder === BONA_FIDE) ?? figuresOf(BONA_FIDE, []),
  };
}

/** Reasons that say how a transaction ended and nothing of what was shown. */
const ENDINGS: readonly string[] = ['attempts_exhausted', 'retry_time_passed'];

/** The end of a presentation that was decided. */
export function endOf(shown: {
  approved: boolean;
  hasPassedStep: boolean;
  reasons: readonly string[];
}): PresentationEnd {
  if (shown.approved) return 'approved';
  const isTold = shown.reasons.some((reason) => !ENDINGS.includes(reason));
  return shown.hasPassedStep || isTold ? 'not_approved' : 'no_response';
}
