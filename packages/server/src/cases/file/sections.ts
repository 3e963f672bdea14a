import { type CaseNote, type ExplainedCheck, moneyWords, type TransactionCase } from '@titular/contract';
import type { Environment } from '../../config/config.ts';
import type { CaseFileSection } from '../../evidence/index.ts';
import type { CaseReader } from '../read/case-deps.ts';
import type { Viewing, Viewings } from './read-viewings.ts';
import { type Say, writeNumber, writeTime } from './say.ts';
import { actorWords, answerWords, timelineLines } from './timeline-lines.ts';

/** Most deliveries of a case file, and most tries of each: the newest. */
const MAX_DELIVERIES = 20;
const MAX_TRIES = 10;

/** Which pictures a file shows: `shown` of those that are kept; undefined where none was asked for. */
export type PictureFacts = { maySee: boolean; kept: number; shown: number | undefined };

/** What a case file is made of. */
export type CaseFileFacts = {
  found: TransactionCase;
  /** How many deliveries there are, shown or not, and whether there are still more. */
  deliveries: { count: number; isBeyond: boolean };
  /** Who looked at pictures; undefined where the role may not know. */
  viewings: Viewings | undefined;
  pictures: PictureFacts;
  hasReceipt: boolean;
  /** How far whoever makes it may read the audit log. */
  seesAudit: ReturnType<CaseReader['extent']>;
  /** Whether they may read notes. */
  seesNotes: boolean;
  environment: Environment;
  madeBy: string;
  at: Date;
};

type Line = CaseFileSection['lines'][number];
type Make = (facts: CaseFileFacts, say: Say) => CaseFileSection;

const standingVerdict = (notes: readonly CaseNote[]): CaseNote | undefined =>
  notes.find(({ verdict, withdrawnAt }) => verdict !== undefined && withdrawnAt === undefined);

const authorOf = ({ author, authorName }: CaseNote, say: Say): string =>
  actorWords({ actor: author, ...(authorName === undefined ? {} : { actorName: authorName }) }, say) ??
  author;

/** The status as the page of the case tells it: an approval of somebody else is none of the person who was sent. */
const caseStatusOf = ({ transaction: { status, hasIdentityChanged } }: TransactionCase): string =>
  status === 'approved' && hasIdentityChanged ? 'identity_changed' : status;

const statusWords = (found: TransactionCase, say: Say): string => say.code('status_', caseStatusOf(found));

const facts: Make = ({ found, environment, madeBy, at }, say) => {
  const { transaction, companyName, person, notes } = found;
  const { id, orderNumber, module, value, currency, createdAt, finishedAt, erasedAt } = transaction;
  const verdict = standingVerdict(notes);
  const judged = verdict && [
    say.code('verdict_', verdict.verdict ?? ''),
    authorOf(verdict, say),
    writeTime(verdict.at),
  ];
  const lines: (Line | undefined)[] = [
    [say.text('transaction'), id],
    [say.text('order'), erasedAt ? say.text('erased') : orderNumber],
    [say.text('company'), companyName],
    [say.text('environment'), say.text(environment)],
    [say.text('status'), statusWords(found, say)],
    judged && [say.text('verdict'), judged.join(', ')],
    [say.text('module'), `${say.code('option_', module)} (${module})`],
    value === undefined ? undefined : [say.text('value'), moneyWords(value, currency, say.tag, 'code')],
    [say.text('created'), writeTime(createdAt)],
    finishedAt === undefined ? undefined : [say.text('ended'), writeTime(finishedAt)],
    ...person.map(({ field, masked }): Line => [say.code('field_', field), masked]),
    erasedAt ? ['', say.text('erasedAt', { time: writeTime(erasedAt) })] : undefined,
    [say.text('made'), say.text('madeBy', { name: madeBy, time: writeTime(at) })],
  ];
  return { title: say.text('facts'), lines: lines.filter((line) => line !== undefined) };
};

const decision: Make = ({ found, hasReceipt }, say) => {
  const reasons = found.decision?.reasons ?? found.transaction.history.at(-1)?.reasons ?? [];
  const told = reasons.map((reason): Line => [say.text('reason'), say.code('why_', reason)]);
  return {
    title: say.text('decision'),
    lines: [
      [say.text('status'), say.code('status_', `${caseStatusOf(found)}_why`)],
      ...(told.length > 0 ? told : [[say.text('reason'), say.text('noReason')] as const]),
      [say.text('receipt'), say.text(hasReceipt ? 'receiptYes' : 'receiptNo')],
    ],
  };
};

/** The setting that ruled in a check, as the page of the case says it. */
function ruleWords({ setting, value }: NonNullable<ExplainedCheck['rule']>, say: Say): string {
  const shown = writeNumber(value, say);
  const own = say.code('explainRule_', setting, { value: shown });
  return own === setting ? say.code('explainRule', 'Other', { setting, value: shown }) : own;
}

const checks: Make = ({ found }, say) => {
  const lines = (found.decision?.checks ?? []).map(({ check, result, seen, rule }): Line => {
    const ruled = rule && ruleWords(rule, say);
    const words = [`${say.code('result_', result)}.`, ...seen.map((code) => say.code('why_', code)), ruled];
    return [say.code('check_', check), words.filter(Boolean).join(' ')];
  });
  return { title: say.text('checks'), lines: lines.length > 0 ? lines : [['', say.text('noChecks')]] };
};

function noteLine(note: CaseNote, say: Say): Line {
  const { at, verdict, text, withdrawnAt } = note;
  const what = verdict === undefined ? say.text('note') : say.code('verdict_', verdict);
  const withdrawn = withdrawnAt && say.text('withdrawn', { time: writeTime(withdrawnAt) });
  const head = [what, authorOf(note, say), withdrawn].filter(Boolean).join(', ');
  return [writeTime(at), text === undefined ? head : `${head}\n${text}`];
}

const notes: Make = ({ found }, say) => {
  const lines = found.notes.map((note) => noteLine(note, say));
  return { title: say.text('notes'), lines: lines.length > 0 ? lines : [['', say.text('noNotes')]] };
};

function viewingLine(viewing: Viewing, say: Say): Line {
  const { at, reason, processId } = viewing;
  const place = processId === undefined ? undefined : say.text('inProcess', { id: processId });
  const words = [actorWords(viewing, say), place, say.text('because', { reason })];
  return [writeTime(at), words.filter(Boolean).join(', ')];
}

const views: Make = ({ viewings, seesAudit }, say) => {
  const title = say.text('views');
  if (!viewings) return { title, lines: [], told: [say.text('hiddenViews')] };
  const { shown, leftOut } = viewings;
  const told = [
    ...(shown.length === 0 ? [say.text('noViews')] : []),
    ...(leftOut > 0 ? [say.text('moreViews', { count: leftOut })] : []),
    ...(seesAudit === 'all' ? [] : [say.text('ownViews')]),
  ];
  return { title, lines: shown.map((viewing) => viewingLine(viewing, say)), told };
};

const deliveries: Make = ({ found, deliveries: { count, isBeyond } }, say) => {
  const shown = found.deliveries.slice(0, MAX_DELIVERIES);
  const lines = shown.map(({ type, eventTime, url, state, history }): Line => {
    const hidden = Math.max(0, history.length - MAX_TRIES);
    const tries = history.slice(hidden).map(({ startedAt, responseStatus, error }) => {
      return `${writeTime(startedAt)}: ${answerWords(responseStatus, error, say)}`;
    });
    const left = hidden > 0 ? [say.text('moreTries', { count: hidden })] : [];
    const head = `${say.code('event_', type)}, ${say.code('delivery_', state)}, ${url}`;
    return [writeTime(eventTime), [head, ...left, ...tries].join('\n')];
  });
  const more = Math.max(0, count - shown.length);
  const rest = more > 0 ? [say.text(isBeyond ? 'moreThan' : 'more', { count: more })] : [];
  return {
    title: say.text('deliveries'),
    lines,
    told: lines.length + more > 0 ? rest : [say.text('noDeliveries')],
  };
};

const pictures: Make = ({ pictures: { maySee, kept, shown } }, say) => {
  const left = kept - (shown ?? 0);
  const ofShown = shown === undefined ? 'picturesKept' : 'picturesShown';
  const words = [
    ...(kept === 0 || shown === 0 ? [] : [say.text(ofShown, { count: shown ?? kept })]),
    ...(shown !== undefined && left > 0 ? [say.text('morePictures', { count: left })] : []),
    ...(kept === 0 ? [say.text('picturesNone')] : []),
  ];
  return { title: say.text('pictures'), lines: [], told: maySee ? words : [say.text('hiddenPictures')] };
};

const timeline: Make = ({ found }, say) => ({
  title: say.text('timeline'),
  ...timelineLines({ ...found, status: statusWords(found, say) }, say),
  keepsLast: true,
});

/** The parts of a case file; what its maker may not read is not in them. */
export const makeSections = (made: CaseFileFacts, say: Say): CaseFileSection[] =>
  [
    ...[facts, decision, checks],
    ...(made.seesNotes ? [notes] : []),
    ...[views, deliveries, timeline, pictures],
  ].map((make) => make(made, say));
