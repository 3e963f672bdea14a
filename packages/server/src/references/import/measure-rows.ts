import type { FaceEngine } from '@titular/face-engine';
import { OperatorRefusal } from '../../audit/index.ts';
import { faceLimit } from '../../faces/index.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { sameDigest } from '../../kernel/base/secret.ts';
import type { Actor } from '../../kernel/http/service-actor.ts';
import type { TenantKey } from '../../tenants/index.ts';
import {
  type AskedReference,
  askFor,
  chooseAll,
  confirmKnown,
  findKnown,
  isComplete,
  refuseOther,
} from '../enrol-measured.ts';
import type { EnrolDeps } from '../enrol-reference.ts';
import { type MeasuredFaces, measurePhotographs, presentVersions } from '../measure-photographs.ts';
import { parseFields, type SentPhotograph } from '../parse-reference.ts';
import type { FileFaces } from './file-faces.ts';
import { type Header, parseRow } from './import-row.ts';
import type { Patiently } from './patient-database.ts';
import { type ImportInput, type PhotographFile, readPhotographs } from './photograph-files.ts';
import type { CsvRecord } from './read-csv.ts';
import type { ReportFile } from './report-file.ts';
import { refusedRow } from './row-outcome.ts';
import { runParallel } from './run-parallel.ts';
import { openRows, type Scan } from './scan-rows.ts';
import { ImportStopped } from './try-patiently.ts';
import type { Measured, WorkFile } from './work-file.ts';

/** A row that can be enrolled: what it asks, and the keyed hash under which the work file has its faces. */
export type MeasuredRow = {
  row: number;
  asked: AskedReference;
  hash: Buffer;
  columns: readonly string[];
  /** The photographs that are to be kept, by their paths and SHA-256. */
  toKeep: readonly PhotographFile[];
};

/** What measuring the rows of a file needs; the engine waits where it is full. */
export type MeasureRowsDeps = EnrolDeps & {
  engine: FaceEngine;
  actor: Actor;
  key: TenantKey;
  work: WorkFile;
  report: ReportFile;
  faces: FileFaces;
  parallel: number;
  stopping: AbortSignal;
  keepsPhotographs: boolean;
  patiently: Patiently;
  say(done: number): void;
};

/** Measures photographs that the work file does not have yet, and adds what was found to it. */
async function measureOnce(
  deps: MeasureRowsDeps,
  hash: Buffer,
  photographs: readonly SentPhotograph[],
): Promise<MeasuredFaces> {
  const known = await deps.work.find(hash);
  const result = known ?? (await measureAnew(deps, photographs));
  if (!known) await deps.work.add(hash, result);
  if (result.kind === 'refused') throw new Refusal(result.code, result.message);
  return result.measured;
}

async function measureAnew(deps: MeasureRowsDeps, photographs: readonly SentPhotograph[]): Promise<Measured> {
  try {
    const measured = await measurePhotographs(deps, deps.actor.tenantId, photographs);
    return { kind: 'measured', measured };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { kind: 'refused', code: error.code, message: error.message };
  }
}

/** Keeps the faces of the file within the memory that galleries have. */
function requireRoom({ faces, galleryBounds }: MeasureRowsDeps, measured: MeasuredFaces): void {
  const [descriptor] = [...measured.values()].flat();
  if (faces.size < faceLimit(galleryBounds, descriptor?.length)) return;
  throw new OperatorRefusal(
    'forbidden',
    'The faces of the file do not fit into memory: raise TITULAR_GALLERY_MEMORY_MB, or divide the file.',
  );
}

function refuseRepeated(row: number, repeated: Scan['repeated']): void {
  const other = repeated.get(row);
  if (other !== undefined)
    throw new Refusal(
      '40002',
      `Row ${other} has the same identity: put all photographs of an identity in one row, and leave the other out.`,
    );
}

/** Applies every rule that needs no other identity; undefined where the row is enrolled already, for which nothing was measured. */
async function measureRow(
  deps: MeasureRowsDeps,
  { root }: ImportInput,
  { repeated }: Scan,
  item: { header: Header; record: CsvRecord; columns: string[] },
): Promise<MeasuredRow | undefined> {
  const { key, actor, matchThreshold, keepsPhotographs } = deps;
  const parsed = parseRow(item.header, item.record);
  item.columns.push(...parsed.photographs.map(({ column }) => column));
  const fields = parseFields(parsed.request, deps.clock.now());
  refuseRepeated(parsed.row, repeated);
  const photographs = await readPhotographs(root, parsed);
  const asked = askFor(actor, key, { ...fields, photographs });
  const known = await deps.patiently(() => findKnown(deps.db, asked));
  refuseOther(asked, known);
  const versions = presentVersions(deps);
  if (known.existing && isComplete(known, versions, keepsPhotographs)) return undefined;
  if (known.isDisputed) throw new Refusal('40088');
  const hash = key.hash('reference-import', asked.contentHash.toString('hex'), ...versions);
  const measured = await measureOnce(deps, hash, photographs);
  confirmKnown(asked, known, measured, matchThreshold);
  requireRoom(deps, measured);
  await deps.faces.add(parsed.row, asked.identity, chooseAll(measured));
  const toKeep = keepsPhotographs
    ? photographs.map(({ digest }, index) => ({ path: parsed.photographs[index]?.path ?? '', digest }))
    : [];
  return { row: parsed.row, asked, hash, columns: item.columns, toKeep };
}

/** Measures all rows, so many at once. Those that are refused or enrolled already are told in the report; the others are given back. */
export async function measureRows(
  deps: MeasureRowsDeps,
  input: ImportInput,
  scan: Scan,
): Promise<MeasuredRow[]> {
  const { report, stopping, parallel } = deps;
  const ready: MeasuredRow[] = [];
  const { rows, digest } = openRows(input.csv);
  let done = 0;
  await runParallel(rows, parallel, stopping, async ({ header, record }) => {
    const columns: string[] = [];
    try {
      const measured = await measureRow(deps, input, scan, { header, record, columns });
      if (measured) ready.push(measured);
      else await report.add({ row: record.row, outcome: 'unchanged' });
    } catch (error) {
      if (error instanceof ImportStopped) return;
      if (!(error instanceof Refusal)) throw error;
      await report.add(refusedRow(record.row, error, columns));
    }
    done += 1;
    deps.say(done);
  });
  if (!stopping.aborted && !sameDigest(digest(), scan.digest))
    throw new OperatorRefusal('forbidden', 'The CSV file changed while it was read; nothing was enrolled.');
  return ready.toSorted((one, other) => one.row - other.row);
}
