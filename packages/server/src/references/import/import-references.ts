import { insertAuditEntry } from '../../audit/index.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { Actor } from '../../kernel/http/service-actor.ts';
import { type Enrolled, type EnrolMeasuredDeps, enrolMeasured } from '../enrol-measured.ts';
import type { EnrolDeps } from '../enrol-reference.ts';
import { FileFaces } from './file-faces.ts';
import { type Duplicate, findDuplicates } from './find-duplicates.ts';
import { type MeasuredRow, type MeasureRowsDeps, measureRows } from './measure-rows.ts';
import { createPatience } from './patient-database.ts';
import { createPatientEngine } from './patient-engine.ts';
import { type ImportInput, readMeasured } from './photograph-files.ts';
import { type OutcomeCounts, ReportFile } from './report-file.ts';
import { duplicateRow, type RowProblem, refusedRow } from './row-outcome.ts';
import { runParallel } from './run-parallel.ts';
import { type Scan, scanRows } from './scan-rows.ts';
import type { Pause } from './try-patiently.ts';
import { WorkFile } from './work-file.ts';

/** What becomes of an import whose file has duplicates: it ends before anything is enrolled, enrols them, or refuses them; `check` never enrols. */
export type DuplicateRule = 'stop' | 'allow' | 'skip' | 'check';

/** Parts of an import, in their order. */
export type ImportPhase = 'measure' | 'compare' | 'enrol';

/** What an import needs; so many rows are under way at once. */
export type ImportDeps = EnrolDeps & {
  parallel: number;
  searchThreads: number;
  stopping: AbortSignal;
  pause: Pause;
  /** Whether no other command can import at the same time. */
  isLocked(): Promise<boolean>;
  say(phase: ImportPhase, done: number, all: number): void;
};

/** Rows under way at once: each thread of the engine has one, and as many are looked up meanwhile, so that none waits for its next. */
export const rowsAtOnce = (engineThreads: number): number => 2 * engineThreads + 2;

/** What is imported, and where the report goes. */
export type ImportRequest = {
  input: ImportInput;
  report: string;
  rule: DuplicateRule;
  /** Whether the photographs of all rows are kept, sealed. */
  keepsPhotographs: boolean;
};

/** How an import ended, with the rows that were not taken, 20 at most. */
export type ImportResult = {
  ending: 'done' | 'checked' | 'duplicates' | 'interrupted';
  importId: string;
  rows: number;
  counts: OutcomeCounts;
  problems: readonly RowProblem[];
  workFile: string | undefined;
};

const MAX_PROBLEMS = 20;

/** Rows that are enrolled at once: one commits, as the lock of the gallery has it, while the next are searched. */
const MAX_ENROLLED_AT_ONCE = 3;

/** An import under way. */
type Running = MeasureRowsDeps & { scan: Scan; request: ImportRequest };

type ImportAction = 'reference.import' | 'reference.import-end';

async function writeAudit(running: Running, action: ImportAction, after: object): Promise<void> {
  const { db, clock, actor, report, patiently } = running;
  const { tenantId } = actor;
  const subject = `reference-import/${report.importId}` as const;
  await patiently(() =>
    insertAuditEntry(db, { clock, actor: actor.actor }, { tenantId, action, subject, after }),
  );
}

/** Enrols until the database answers; a reference that a commit without an answer wrote counts as enrolled by it. */
async function enrolPatiently(
  running: Running,
  enrol: (deps: EnrolMeasuredDeps) => Promise<Enrolled>,
): Promise<Enrolled['outcome']> {
  let written: Enrolled | undefined;
  const onWritten = (enrolled: Enrolled): void => {
    written = enrolled;
  };
  const found = await running.patiently(() => enrol({ ...running, isFlushedLater: true, onWritten }));
  const isOwn = found.reference.referenceId === written?.reference.referenceId;
  return written && isOwn ? written.outcome : found.outcome;
}

/** Enrols one row, in one commit, which the last entry of the audit log flushes; what refuses it is told in the report. */
async function enrolRow(running: Running, { row, asked, hash, columns, toKeep }: MeasuredRow): Promise<void> {
  const { work, report, request } = running;
  const measured = await work.facesOf(hash);
  try {
    const photographs = await readMeasured(request.input.root, toKeep);
    const outcome = await enrolPatiently(running, (deps) =>
      enrolMeasured(deps, asked, measured, photographs),
    );
    await report.add({ row, outcome });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await report.add(refusedRow(row, error, columns));
  }
}

/** Enrols the rows, with an entry in the audit log before the first and after the last. */
async function enrolRows(
  running: Running,
  deps: ImportDeps,
  rows: readonly MeasuredRow[],
  duplicates: number,
): Promise<void> {
  const { report, scan, stopping, request } = running;
  const { rule, keepsPhotographs } = request;
  const told = { rows: scan.rows, toEnrol: rows.length, duplicates, duplicateRule: rule, keepsPhotographs };
  await writeAudit(running, 'reference.import', { ...told, resumed: report.isResumed });
  let done = 0;
  const atOnce = Math.min(running.parallel, MAX_ENROLLED_AT_ONCE);
  await runParallel(rows, atOnce, stopping, async (one) => {
    await enrolRow(running, one);
    done += 1;
    deps.say('enrol', done, rows.length);
  });
  const { enrolled, replaced, unchanged, refused } = report.counts();
  await writeAudit(running, 'reference.import-end', {
    ...{ enrolled, replaced, unchanged, refused, interrupted: stopping.aborted },
  });
}

/** Tells the duplicates in the report, and gives the rows that are to be enrolled by the rule. */
async function applyRule(
  { report, request }: Running,
  rows: readonly MeasuredRow[],
  duplicates: ReadonlyMap<number, Duplicate>,
): Promise<MeasuredRow[]> {
  const { rule } = request;
  const allowed: MeasuredRow[] = [];
  for (const one of rows) {
    const duplicate = duplicates.get(one.row);
    if (!duplicate) allowed.push(one);
    else if (rule === 'allow') allowed.push({ ...one, asked: { ...one.asked, allowsDuplicate: true } });
    else await report.add(duplicateRow(duplicate, rule === 'skip' ? 'refused' : 'duplicate'));
  }
  return allowed;
}

/** Measures, compares, and enrols if the rule allows it. */
async function runPhases(running: Running, deps: ImportDeps): Promise<ImportResult['ending']> {
  const { report, scan, stopping, request } = running;
  const { rule } = request;
  const rows = await measureRows(running, request.input, scan);
  if (stopping.aborted) return 'interrupted';
  const say = (done: number): void => deps.say('compare', done, rows.length);
  const duplicates = await findDuplicates({ ...running, say }, rows);
  if (stopping.aborted) return 'interrupted';
  const allowed = await applyRule(running, rows, duplicates);
  if (rule === 'check' || (rule === 'stop' && duplicates.size > 0)) {
    for (const { row } of allowed) await report.add({ row, outcome: 'ready' });
    return rule === 'check' ? 'checked' : 'duplicates';
  }
  await enrolRows(running, deps, allowed, duplicates.size);
  return stopping.aborted ? 'interrupted' : 'done';
}

async function runWithFiles(running: Running, deps: ImportDeps): Promise<ImportResult> {
  const { report, work, scan } = running;
  const ending = await runPhases(running, deps);
  if (ending === 'interrupted') await report.close();
  else await report.finish();
  if (ending === 'done') await work.remove();
  return {
    ...{ ending, importId: report.importId, rows: scan.rows, counts: report.counts() },
    problems: report.problems(MAX_PROBLEMS),
    workFile: ending === 'done' ? undefined : work.path,
  };
}

/**
 * Imports references: measures every photograph once, lists faces that another identity has too, and then enrols row by row, each in one
 * commit. What is enrolled already is not measured. Run again, it goes on where it ended.
 */
export async function importReferences(
  deps: ImportDeps,
  actor: Actor,
  request: ImportRequest,
): Promise<ImportResult> {
  const key = await deps.tenantKeys(actor.tenantId);
  const scan = await scanRows(request.input.csv, key);
  const input = key.hash('reference-import-file', scan.digest.toString('hex'));
  const nowMs = deps.clock.now().getTime();
  const report = await ReportFile.open(request.report, { tenantId: actor.tenantId, input, nowMs });
  const faces = new FileFaces(deps.searchThreads);
  let work: WorkFile | undefined;
  try {
    work = await WorkFile.open(`${request.report}.work`, key);
    const engine = createPatientEngine(deps.engine, deps.pause);
    const patiently = createPatience(deps.pause, deps.isLocked);
    const say = (done: number): void => deps.say('measure', done, scan.rows);
    const { keepsPhotographs } = request;
    const running = {
      ...deps,
      engine,
      actor,
      key,
      work,
      report,
      faces,
      scan,
      request,
      keepsPhotographs,
      patiently,
      say,
    };
    return await runWithFiles(running, deps);
  } finally {
    faces.close();
    await report.close();
    await work?.close();
  }
}
