import { createReadStream } from 'node:fs';
import { type FileHandle, open, rename } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { OperatorRefusal } from '../../audit/index.ts';
import { type AnyId, newId, parseUuid } from '../../kernel/base/id.ts';
import { sameDigest } from '../../kernel/base/secret.ts';
import type { RowOutcome, RowProblem } from './row-outcome.ts';

/** The first line of a report. `input` is a keyed hash of the CSV file: it tells the report of the same import from others. */
type ReportHeader = { report: typeof KIND; version: 1; import: string; tenant: string; input: string };

/** How many rows had each outcome. */
export type OutcomeCounts = Record<RowOutcome['outcome'], number>;

/** Of which import a report is to be. */
export type ReportOf = { tenantId: string; input: Buffer; nowMs: number };

const KIND = 'titular references import';

type Found = { importId: AnyId; enrolled: Map<number, 'enrolled' | 'replaced'> };

const parseLine = (line: string): Record<string, unknown> => {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    // The last line of a process that was killed.
    return {};
  }
};

/** Reads a report that is there: the rows that an unfinished one of the same import enrolled; undefined where there is none. Refuses any other file. */
async function readReport(path: string, { tenantId, input, nowMs }: ReportOf): Promise<Found | undefined> {
  const handle = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new OperatorRefusal('forbidden', `The report ${path} cannot be read (${error.code}).`);
  });
  if (!handle) return undefined;
  const isFile = (await handle.stat()).isFile();
  await handle.close();
  if (!isFile) throw new OperatorRefusal('forbidden', `The report ${path} cannot be read: it is not a file.`);
  let found: Found | undefined;
  for await (const line of createInterface({ input: createReadStream(path, 'utf8') })) {
    const { report, tenant, input: hash, import: id, row, outcome, finished } = parseLine(line);
    if (!found) {
      const importId = parseUuid(String(id));
      const isSame = sameDigest(Buffer.from(String(hash), 'hex'), input);
      if (report !== KIND || tenant !== tenantId || !isSame || !importId) break;
      found = { importId, enrolled: new Map() };
    } else if (finished !== undefined) return { importId: newId(nowMs), enrolled: new Map() };
    else if (typeof row === 'number' && (outcome === 'enrolled' || outcome === 'replaced'))
      found.enrolled.set(row, outcome);
  }
  if (found) return found;
  throw new OperatorRefusal(
    'forbidden',
    `The file ${path} exists and is not the report of this import: move it away, or name another with --report.`,
  );
}

/** The outcome of each row, in lines of JSON: added as they come, and in the order of the rows at the end. It names rows by their number alone. */
export class ReportFile {
  readonly path: string;
  readonly importId: AnyId;
  /** Whether an import that was interrupted goes on. */
  readonly isResumed: boolean;
  readonly #handle: FileHandle;
  readonly #header: ReportHeader;
  readonly #earlier: Found['enrolled'];
  /** One for each row of the file. */
  readonly #outcomes = new Map<number, RowOutcome>();
  #written: Promise<void> = Promise.resolve();
  #isClosed = false;

  private constructor(path: string, handle: FileHandle, of: ReportOf, found: Found | undefined) {
    this.path = path;
    this.importId = found?.importId ?? newId(of.nowMs);
    this.isResumed = (found?.enrolled.size ?? 0) > 0;
    this.#handle = handle;
    this.#earlier = found?.enrolled ?? new Map();
    const { tenantId: tenant, input } = of;
    this.#header = { report: KIND, version: 1, import: this.importId, tenant, input: input.toString('hex') };
  }

  /** Opens the report of an import, readable by its owner alone; refuses a file that is not of the same import. */
  static async open(path: string, of: ReportOf): Promise<ReportFile> {
    const found = await readReport(path, of);
    // What an interrupted import enrolled is kept; anything else is told anew.
    const isKept = found !== undefined && found.enrolled.size > 0;
    const handle = await open(path, isKept ? 'a' : 'w', 0o600).catch((error: NodeJS.ErrnoException) => {
      throw new OperatorRefusal('forbidden', `The report ${path} cannot be written (${error.code}).`);
    });
    const file = new ReportFile(path, handle, of, found);
    // A line that a killed process left unfinished is ended first.
    await file.#write(isKept ? '\n' : `${JSON.stringify(file.#header)}\n`);
    return file;
  }

  /** Notes what became of a row; one that an earlier run of this import enrolled stays enrolled. */
  async add(given: RowOutcome): Promise<void> {
    const { row } = given;
    const earlier = given.outcome === 'unchanged' ? this.#earlier.get(row) : undefined;
    const outcome: RowOutcome = earlier ? { row, outcome: earlier } : given;
    this.#outcomes.set(row, outcome);
    await this.#write(`${JSON.stringify(outcome)}\n`);
  }

  counts(): OutcomeCounts {
    const counts = { enrolled: 0, replaced: 0, unchanged: 0, ready: 0, duplicate: 0, refused: 0 };
    for (const { outcome } of this.#outcomes.values()) counts[outcome] += 1;
    return counts;
  }

  /** The rows that were not taken, up to `most`. */
  problems(most: number): RowProblem[] {
    const problems: RowProblem[] = [];
    for (const outcome of this.#outcomes.values())
      if ('reason' in outcome && problems.length < most) problems.push(outcome);
    return problems.toSorted((one, other) => one.row - other.row);
  }

  /** Ends the report as finished: one line for each row, in their order, in place of what was added. */
  async finish(): Promise<void> {
    await this.close();
    const rows = [...this.#outcomes.values()].toSorted((one, other) => one.row - other.row);
    const lines = [this.#header, ...rows, { finished: this.counts() }].map((line) => JSON.stringify(line));
    const whole = `${this.path}.new`;
    const handle = await open(whole, 'w', 0o600);
    try {
      await handle.writeFile(`${lines.join('\n')}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(whole, this.path);
  }

  /** Leaves the report unfinished, with all that was added. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#written.catch(() => undefined);
    await this.#handle.close();
  }

  /** Lines stay whole: each is written after the one before. */
  #write(text: string): Promise<void> {
    this.#written = this.#written.then(() => this.#handle.appendFile(text));
    return this.#written;
  }
}
