import {
  type AttackFigures,
  CLAIMED_SHARE,
  type FolderFigures,
  MIN_TO_CLAIM,
  type Share,
} from '@titular/lab/attack-testing/attack-figures.ts';
import type { ReportThresholds } from '@titular/lab/attack-testing/progress-file.ts';
import { BONA_FIDE } from '@titular/lab/attack-testing/recording.ts';
import type { AttackReport } from '@titular/lab/attack-testing/report-attacks.ts';
import type { Shown } from '../../frame/command.ts';
import { formatRecord, formatRows, formatValue } from '../../frame/print.ts';

/** What stands above every report. */
const NOT_CERTIFIED =
  "NOT CERTIFIED: a self-assessment on the operator's own recordings, not a test by an accredited laboratory";

const TOO_FEW = 'too few to claim anything';

/** A share as people read it: three digits that count. */
const percent = (rate: number): string => `${Number((rate * 100).toPrecision(3))} %`;

const withNumber = (share: Share | undefined): string =>
  share ? `${percent(share.rate)} (${share.errors} of ${share.of})` : '–';

const between = (share: Share | undefined): string =>
  share ? `${percent(share.exact.low)} to ${percent(share.exact.high)}` : '–';

const counted = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([code, count]) => `${code} ${count}`)
    .join(', ');

const COLUMNS = ['folder', 'n', 'error', 'exact', 'atMost', 'noResponse', 'note', 'reasons'] as const;
type Row = Record<(typeof COLUMNS)[number], string>;

/** What an attack of a made species was made against. */
const AGAINST: Readonly<Record<string, string>> = {
  enrolled: 'of who is enrolled',
  first: 'of a first capture',
};

const rowOf = (figures: FolderFigures): Row => {
  const notes = [
    ...Object.entries(figures.against).map(
      ([against, { errors, of }]) => `${AGAINST[against]} ${errors} of ${of}`,
    ),
    ...(figures.isTooFew ? [TOO_FEW] : []),
    ...(figures.notPresented > 0 ? [`${figures.notPresented} not presented`] : []),
  ];
  const { attempts_exhausted: _, ...telling } = figures.reasons;
  const { completed: __, ...outcomes } = figures.outcomes;
  const parts = [counted(telling), Object.keys(outcomes).length > 0 ? `attempts: ${counted(outcomes)}` : ''];
  return {
    folder: figures.folder,
    n: String(figures.errors?.of ?? 0),
    error: withNumber(figures.errors),
    exact: between(figures.errors),
    atMost: figures.errors ? percent(figures.errors.atMost) : '–',
    noResponse: withNumber(figures.noResponse),
    note: notes.join('; '),
    reasons: parts.filter((part) => part !== '').join('; '),
  };
};

const headOf = (report: AttackReport, thresholds: ReportThresholds): Record<string, Shown> => ({
  'measured at': report.measuredAt,
  engine: report.engineVersion,
  thresholds: `match ${thresholds.matchThreshold}, same person ${thresholds.samePersonThreshold}, screen pattern ${thresholds.screenPatternLimit}`,
  challenge: `${thresholds.challengeLength ?? 'usual'} length, ${thresholds.challengeStepSeconds} s a step, ${thresholds.maximumAttempts} attempts`,
  judged: 'by what refuses in production',
  ...(report.made
    ? {
        made: `${report.presentations.length} presentations, ${report.made.each === undefined ? '' : `${report.made.each} of each species, `}seed ${report.made.seed}`,
        photographs: `${report.made.photographs} of ${report.made.persons} persons, sha256 ${report.recordingsDigest}`,
      }
    : { recordings: `${report.presentations.length}, sha256 ${report.recordingsDigest}` }),
});

function worstText({ worst }: AttackFigures): string {
  if (!worst) return 'Worst species: none had a response.';
  const { folder, errors } = worst;
  return `Worst species: ${folder}, APCER ${withNumber(errors)}, ${between(errors)}${errors.of < MIN_TO_CLAIM ? `; ${TOO_FEW}` : ''}.`;
}

const CAVEATS: readonly string[] = [
  'APCER is the share of presentations of a species that ended in an approval, BPCER the share of those of honest people that did not (ISO/IEC 30107-3), both by the whole service with all its attempts. A presentation without a response, in which no frame could be judged, counts in neither; its share stands beside them.',
  'At most: the exact one-sided bound of 95 % (Clopper-Pearson); none of 60 gives 4.87 %.',
  'Exact: 95 % after Clopper and Pearson, as if the recordings were independent. Recordings of one person or one instrument are not, so that the interval is optimistic.',
  `${TOO_FEW}: with fewer than ${MIN_TO_CLAIM} presentations, "below ${percent(CLAIMED_SHARE)}" cannot be claimed even if none was approved (rule of three).`,
  'The figures hold for these instruments, people, cameras and light. Species that were not recorded were not measured.',
];

/** What stands above a report of presentations that no camera took. */
const MADE =
  'Of pictures made by computer from photographs: no paper, no screen, no camera and no living person was in front of anything. Attackers were assumed to have this software and to have tried their instrument on it.';

function parts(report: AttackReport, thresholds: ReportThresholds) {
  return {
    head: headOf(report, thresholds),
    species: report.species.map(rowOf),
    bonaFide: [rowOf(report.bonaFide)],
    approved: report.presentations
      .filter(({ species, end }) => species !== BONA_FIDE && end === 'approved')
      .map(({ recording }) => recording),
  };
}

/** The whole of it for people. */
export function attackReportText(report: AttackReport, thresholds: ReportThresholds, endings: string[]) {
  const { head, species, bonaFide, approved } = parts(report, thresholds);
  const renamed = (name: string, rows: readonly Row[]) =>
    formatRows(
      COLUMNS.map((column) => (column === 'error' ? name : column)),
      rows.map((row) => ({ ...row, [name]: row.error })),
    );
  return [
    `${NOT_CERTIFIED}.`,
    report.made ? MADE : '',
    formatRecord(head),
    renamed('APCER', species),
    renamed('BPCER', bonaFide),
    worstText(report),
    approved.length > 0 ? `Attacks that were approved:\n${approved.map(formatValue).join('\n')}` : '',
    report.leftOut.length > 0 ? `Left out:\n${formatRows(['path', 'reason'], report.leftOut)}` : '',
    CAVEATS.join('\n'),
    ...endings,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Names of files may hold anything that would end a cell or begin a tag. */
const cell = (text: string): string =>
  formatValue(text || undefined).replace(/[|<>&`\\*[\]]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const table = (headings: readonly string[], rows: readonly Row[]): string =>
  [
    line(headings),
    line(headings.map(() => '---')),
    ...rows.map((row) => line(COLUMNS.map((column) => cell(row[column])))),
  ].join('\n');

const headings = (folder: string, error: string): string[] => [
  folder,
  'n',
  error,
  '95 % (exact)',
  'at most (95 %)',
  'no response',
  'note',
  'reasons, and outcomes of failed attempts',
];

/** The same as a page of Markdown. */
export function attackReportPage(report: AttackReport, thresholds: ReportThresholds): string {
  const { head, species, bonaFide, approved } = parts(report, thresholds);
  return `${[
    '# Attack report',
    `**${NOT_CERTIFIED}.**`,
    ...(report.made ? [MADE] : []),
    Object.entries(head)
      .map(([name, value]) => `- ${name}: ${formatValue(value)}`)
      .join('\n'),
    table(headings('species', 'APCER'), species),
    worstText(report),
    table(headings('', 'BPCER'), bonaFide),
    approved.length > 0
      ? `Attacks that were approved:\n\n${approved.map((path) => `- ${cell(path)}`).join('\n')}`
      : 'No attack was approved.',
    CAVEATS.join('\n\n'),
  ].join('\n\n')}\n`;
}

/** The whole of it for scripts. */
export const attackReportRecord = (
  report: AttackReport,
  thresholds: ReportThresholds,
): Readonly<Record<string, Shown>> => ({
  statement: NOT_CERTIFIED,
  certified: false,
  ...report,
  worst: report.worst ?? null,
  thresholds,
  confidence: 0.95,
  leastToClaim: MIN_TO_CLAIM,
});
