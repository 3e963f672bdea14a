import type { Interval } from '@titular/lab/calibration/binomial.ts';
import type {
  Calibration,
  MeasuredPoint,
  MeasuredRate,
  TargetResult,
} from '@titular/lab/calibration/calibration.ts';
import type { Shown } from '../../frame/command.ts';
import { formatRecord, formatRows } from '../../frame/print.ts';

/** A share as people read it: three digits that count. */
const percent = (rate: number): string => `${Number((rate * 100).toPrecision(3))} %`;

const between = (interval: Interval | undefined): string =>
  interval ? `${percent(interval.low)} to ${percent(interval.high)}` : '–';

const withNumber = ({ rate, errors, comparisons }: MeasuredRate): string =>
  `${percent(rate)} (${errors} of ${comparisons})`;

const rowOf = (marks: ReadonlyMap<number, string>) => (point: MeasuredPoint) => ({
  threshold: `${point.threshold}${marks.get(point.threshold) ?? ''}`,
  fmr: withNumber(point.fmr),
  fmrExact: between(point.fmr.exact),
  fmrPersons: between(point.fmr.persons),
  fnmr: withNumber(point.fnmr),
  fnmrExact: between(point.fnmr.exact),
  fnmrPersons: between(point.fnmr.persons),
});

const COLUMNS = ['threshold', 'fmr', 'fmrExact', 'fmrPersons', 'fnmr', 'fnmrExact', 'fnmrPersons'] as const;

/** What must be known to read the figures rightly. */
function caveatsOf({ labels, comparisons, bootstrap, pictures }: Calibration): string[] {
  return [
    'FMR is the share of comparisons of two persons that match, FNMR the share of comparisons of one person that do not (ISO/IEC 19795-1). A comparison matches when its distance is at most the threshold.',
    `Exact: 95 % after Clopper and Pearson over comparisons. Comparisons that share a person are not independent, so this interval is optimistic. Non-mated comparisons of which no two share a person: ${comparisons.independentNonMated}.`,
    `Persons: 95 % from ${bootstrap.draws} draws of persons with replacement (seed ${bootstrap.seed}). Without an error there is nothing to draw from: read the exact interval.`,
    ...(labels === 'pairs'
      ? [
          'Persons are those that same = 1 connects; one who appears in several such groups is counted several times.',
        ]
      : []),
    ...(pictures.belowCaptureQuality > 0
      ? [
          `${pictures.belowCaptureQuality} measured pictures would not have passed the quality checks of a capture; they are compared all the same.`,
        ]
      : []),
    'The figures hold for the people, cameras and light of these pictures. A threshold that was found on them looks better on them than it is: measure it on others.',
  ];
}

/** What became of the wish, in words. */
function targetText(target: TargetResult, { comparisons, operatingPoints, measuredAt }: Calibration): string {
  if (target.kind === 'refused') return '';
  const point = operatingPoints.find(({ threshold }) => threshold === target.threshold);
  const day = measuredAt.toISOString().slice(0, 10);
  const fnmr = point ? `; its FNMR is ${withNumber(point.fnmr)}` : '';
  const claim = target.mayBeClaimed
    ? `"FMR <= ${percent(target.fmr)}" may be claimed, with n = ${comparisons.independentNonMated} independent comparisons and the day, ${day}.`
    : `This is a choice, and no claim: to publish "FMR <= ${percent(target.fmr)}" takes ${target.neededIndependent} independent non-mated comparisons without an error, and here there are ${comparisons.independentNonMated}. Until then it is not measured.`;
  return `For an FMR of at most ${percent(target.fmr)} the threshold is ${target.threshold} (one-sided upper 95 % bound over comparisons)${fnmr}.\n${claim}`;
}

/** The whole of it for people; `marks` are set behind thresholds that have a name. */
export function calibrationText(
  calibration: Calibration,
  marks: ReadonlyMap<number, string>,
  endings: readonly string[],
): string {
  const { pictures, comparisons, equalErrorRate: eer, leftOut, target } = calibration;
  const head = formatRecord({
    'measured at': calibration.measuredAt,
    engine: calibration.engineVersion,
    pictures: `${pictures.measured} of ${pictures.given} measured`,
    persons: calibration.persons,
    comparisons: `${comparisons.mated} mated, ${comparisons.nonMated} non-mated; ${comparisons.leftOut} left out with their pictures`,
    'equal error rate': `${percent(eer.rate)} at ${eer.threshold}`,
    inputs: `sha256 ${calibration.inputsDigest}`,
  });
  const table = formatRows(COLUMNS, calibration.operatingPoints.map(rowOf(marks)));
  const left = leftOut.length === 0 ? '' : `Left out:\n${formatRows(['path', 'reason'], leftOut)}`;
  return [
    head,
    table,
    caveatsOf(calibration).join('\n'),
    left,
    target ? targetText(target, calibration) : '',
    ...endings,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** The whole of it for scripts. */
export function calibrationRecord({ det: _, ...told }: Calibration): Readonly<Record<string, Shown>> {
  return { ...told, confidence: 0.95, exactIntervalIsOptimistic: true };
}
