import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, mkdir, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { StartRefused } from '../../kernel/base/start-refused.ts';
import { syncDirectoryOf, writeDraft } from '../../kernel/base/write-privately.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { LedgerAct } from '../../module.ts';
import { appendEntry, type SyncFile } from './append-entry.ts';
import {
  follows,
  formatLine,
  isAct,
  LEDGER_BEGINNING,
  type LedgerEntry,
  type LedgerHeader,
  parseLine,
} from './ledger-entry.ts';
import { lockLedger } from './ledger-store.ts';

/** A ledger that entries can be added to. */
export type Ledger = {
  file: string;
  /** Adds an entry, on the disk when it returns, and keeps others from adding until the database transaction ends. */
  append(trx: Db, entry: LedgerEntry | LedgerAct): Promise<void>;
};

/** What reading a ledger found: which it is, how far it goes, and where it is damaged. */
export type LedgerReading = {
  id: string | undefined;
  since: Date;
  entries: number;
  problem: string | undefined;
};

/** Reads all lines of a ledger, each erasure to `onEntry` and each act to `onAct`; a line that a crash cut off was never committed and is skipped. */
export async function readLedger(
  file: string,
  onEntry: (entry: LedgerEntry) => Promise<void> | void,
  onAct: (act: LedgerAct) => Promise<void> | void = () => undefined,
): Promise<LedgerReading> {
  const last = { erasures: LEDGER_BEGINNING, acts: LEDGER_BEGINNING };
  let since: Date | undefined;
  let id: string | undefined;
  let problem: string | undefined;
  let [number, entries] = [0, 0];
  for await (const text of createInterface({ input: createReadStream(file, 'utf8') })) {
    number += 1;
    const line = parseLine(text);
    if (!line) continue;
    const chain = isAct(line.content) ? 'acts' : 'erasures';
    if (!follows(last[chain], line)) problem ??= `line ${number} does not follow the one before it`;
    last[chain] = line.hash;
    if (isAct(line.content)) {
      await onAct(line.content);
    } else if ('ledger' in line.content) {
      since ??= new Date(line.content.since);
      id ??= line.hash.toString('hex');
    } else {
      entries += 1;
      await onEntry(line.content);
    }
  }
  if (!since) problem ??= 'it does not say when it begins';
  return { id, since: since ?? new Date(0), entries, problem };
}

/** Reads which ledger a file is, and from when on erasures are in it; refuses a file that is none. */
export async function readHeader(file: string): Promise<{ id: string; since: Date }> {
  for await (const text of createInterface({ input: createReadStream(file, 'utf8') })) {
    const line = parseLine(text);
    if (line && 'ledger' in line.content && follows(LEDGER_BEGINNING, line))
      return { id: line.hash.toString('hex'), since: new Date(line.content.since) };
    break;
  }
  throw new StartRefused(`The file ${file} is no erasure ledger: its first line is not that of one.`);
}

/** Whether a ledger is there. */
export const hasLedger = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return false;
      throw error;
    },
  );

/** Begins a ledger where there is none; of two that do so at once both then use the one. */
export async function beginLedger(file: string, now: Date): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const nonce = randomBytes(16).toString('hex');
  const header: LedgerHeader = { ledger: 1, nonce, since: now.toISOString() };
  const draft = await writeDraft(file, formatLine(LEDGER_BEGINNING, header));
  try {
    await link(draft, file);
    await syncDirectoryOf(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** A disk that hangs longer fails the act: its database transaction must end while the database still waits for it. */
const APPEND_LIMIT_MS = 3_000;

/**
 * Opens a ledger that is there. Of a disk that hangs, as that of a file server does, a process waits for one line alone. Further ones are
 * refused at once until that line has its outcome: each would take one more of the few threads that files, passwords and signatures share.
 * A line that comes late is repeated by the next start, as any that was not committed; decision 0108 says where it can damage the ledger.
 */
export function openLedger(
  file: string,
  { sync, limitMs = APPEND_LIMIT_MS }: { sync?: SyncFile; limitMs?: number } = {},
): Ledger {
  let isHung = false;
  const refuseHung = (): void => {
    if (isHung)
      throw new Error(
        `the erasure ledger ${file} hangs: an earlier line has no outcome yet. Check its disk or file server, and restart the node once that answers`,
      );
  };
  return {
    file,
    async append(trx, entry) {
      refuseHung();
      await lockLedger(trx);
      refuseHung();
      const giveUp = new AbortController();
      const late = new Error(`the erasure ledger ${file} took no line within ${limitMs} ms`);
      const adding = appendEntry(file, entry, sync, giveUp.signal);
      const { promise, reject } = Promise.withResolvers<never>();
      const timer = setTimeout(() => {
        isHung = true;
        giveUp.abort(late);
        reject(late);
      }, limitMs);
      const end = (): void => {
        clearTimeout(timer);
        isHung = false;
      };
      adding.then(end, end);
      await Promise.race([adding, promise]);
    },
  };
}
