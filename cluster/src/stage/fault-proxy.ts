import { connect, createServer, type Socket } from 'node:net';
import { findFreePort } from '@titular/test-kit/free-port.ts';
import type { Stage } from './children.ts';
import type { FailingStatements, Wire } from './faults/failing-statements.ts';

/** What happens to bytes between two processes; `cut` resets a connection in the middle of an answer, after so many bytes, and `trickle` passes a few bytes of an answer at a time. */
export type NetworkFault =
  | { kind: 'refuse' | 'silence' | 'reset' | 'trickle' }
  | { kind: 'delay'; milliseconds: number }
  | { kind: 'cut'; afterBytes: number };

/** A point of a commit at which everything can end. */
type CommitPoint = 'before' | 'after';

/** A TCP proxy on loopback that fails as it is told. */
export type FaultProxy = {
  port: number;
  /** Connections that met a fault so far. */
  faults(): number;
  /** Leads to another port; connections to the one before end. */
  move(port: number): void;
  fail(fault: NetworkFault): void;
  /** Does some work at the next commit that passes: before the database has it, or once its answer is there; the connection ends, and the answer is lost. Without work nothing is done. */
  atCommit(when: CommitPoint, work: (() => void) | undefined): void;
  /** Lets everything through again, and what was held back first. */
  heal(): void;
};

type Pair = {
  near: Socket;
  far: Socket;
  answered: number;
  held: (() => void)[];
  /** What of its answers trickles: the parts that are left, in their order. */
  trickling: Buffer[];
  hasMet: boolean;
  /** A commit of it was passed on, whose answer is to be lost. */
  isCommitting: boolean;
  wire: Wire | undefined;
};

/** The text that commits, sent as it is or to be prepared under a name; from then on the name alone is sent. */
const COMMIT = /(?:Q[\s\S]{4}|P[\s\S]{4}([^\0]+)\0)commit\0/i;
/** What such a text ends in; looked for first, because to search all bytes by the pattern took a third of the trial's time. */
const COMMIT_ENDS = [Buffer.from('commit\0'), Buffer.from('COMMIT\0')];

/** So many bytes of an answer pass at a time, and so many milliseconds are between. */
const TRICKLE = { bytes: 64, ms: 10 };

/** Passes an answer on in small parts; what comes meanwhile waits behind it. */
function trickle(pair: Pair, bytes: Buffer): void {
  const isIdle = pair.trickling.length === 0;
  for (let start = 0; start < bytes.length; start += TRICKLE.bytes)
    pair.trickling.push(bytes.subarray(start, start + TRICKLE.bytes));
  if (!isIdle) return;
  const next = (): void => {
    const part = pair.trickling.shift();
    if (!part || pair.near.destroyed) return;
    pair.near.write(part);
    if (pair.trickling.length > 0) setTimeout(next, TRICKLE.ms);
  };
  next();
}

function pass(pair: Pair, isAnswer: boolean, bytes: Buffer, fault: NetworkFault | undefined): boolean {
  const to = isAnswer ? pair.near : pair.far;
  const write = (): void => void (to.destroyed || to.write(bytes));
  if (isAnswer) pair.answered += bytes.length;
  // Once something trickles, what follows must not overtake it.
  if (isAnswer && (fault?.kind === 'trickle' || pair.trickling.length > 0)) trickle(pair, bytes);
  else if (fault?.kind === 'silence') pair.held.push(write);
  else if (fault?.kind === 'delay') setTimeout(write, fault.milliseconds);
  else if (fault?.kind === 'cut' && isAnswer && pair.answered > fault.afterBytes) {
    to.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => to.resetAndDestroy());
    pair.far.destroy();
  } else write();
  return fault !== undefined;
}

/** What is to be done at the next commit, once. */
function createCommitTrap() {
  let trap: { when: CommitPoint; work: () => void } | undefined;
  const names = new Map<string, Buffer>();
  const holdsText = (bytes: Buffer): boolean => {
    if (!COMMIT_ENDS.some((end) => bytes.includes(end))) return false;
    const [found, name] = COMMIT.exec(bytes.toString('latin1')) ?? [];
    if (name) names.set(name, Buffer.from(`\0${name}\0`));
    return found !== undefined;
  };
  /** Whether the bytes commit; a name that they prepare for it is remembered, because all connections use the same. */
  const isCommit = (bytes: Buffer): boolean =>
    holdsText(bytes) || [...names.values()].some((name) => bytes.includes(name));
  const spring = (pair: Pair): true => {
    const work = trap?.work;
    trap = undefined;
    work?.();
    endPair(pair);
    return true;
  };
  return {
    set(when: CommitPoint, work: (() => void) | undefined): void {
      trap = work && { when, work };
    },
    /** Whether the bytes were caught, and go nowhere. */
    catches(pair: Pair, isAnswer: boolean, bytes: Buffer): boolean {
      if (isAnswer) return trap !== undefined && pair.isCommitting && spring(pair);
      pair.isCommitting = isCommit(bytes);
      return pair.isCommitting && trap?.when === 'before' && spring(pair);
    },
  };
}

function endPair({ near, far }: Pair): void {
  near.resetAndDestroy();
  far.destroy();
}

/** What of some bytes goes on, once single statements were failed; nothing where the connection ended by it. */
function failStatements(pair: Pair, isAnswer: boolean, bytes: Buffer): Buffer | undefined {
  const passed = pair.wire?.[isAnswer ? 'answer' : 'ask'](bytes) ?? bytes;
  if (passed === 'end') endPair(pair);
  return passed === 'end' || passed.length === 0 ? undefined : passed;
}

/** Listens on loopback and passes bytes on to a port, which is PostgreSQL's where single statements are to fail. */
export async function startFaultProxy(
  stage: Stage,
  first: number,
  statements?: Pick<FailingStatements, 'openWire'>,
): Promise<FaultProxy> {
  let target = first;
  let fault: NetworkFault | undefined;
  let faults = 0;
  const pairs = new Set<Pair>();
  const trap = createCommitTrap();
  const server = createServer({ noDelay: true }, (near) => {
    if (fault?.kind === 'refuse' || fault?.kind === 'reset') {
      faults += 1;
      near.on('error', () => undefined);
      near.resetAndDestroy();
      return;
    }
    const pair: Pair = {
      ...{ near, far: connect({ port: target, host: '127.0.0.1', noDelay: true }), answered: 0, held: [] },
      trickling: [],
      ...{ hasMet: false, isCommitting: false, wire: statements?.openWire() },
    };
    pairs.add(pair);
    for (const [one, other, isAnswer] of [
      [pair.near, pair.far, false],
      [pair.far, pair.near, true],
    ] as const) {
      one.on('data', (bytes) => {
        if (trap.catches(pair, isAnswer, bytes)) return;
        const passed = failStatements(pair, isAnswer, bytes);
        if (!passed || !pass(pair, isAnswer, passed, fault) || pair.hasMet) return;
        pair.hasMet = true;
        faults += 1;
      });
      one.on('error', () => other.destroy());
      one.on('close', () => {
        other.destroy();
        pairs.delete(pair);
      });
    }
  });
  const port = await findFreePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const endAll = (): void => {
    for (const pair of pairs) endPair(pair);
  };
  stage.onClose(async () => {
    endAll();
    server.close();
  });
  return {
    port,
    faults: () => faults,
    move(next) {
      target = next;
      endAll();
    },
    fail(next) {
      fault = next;
      for (const pair of pairs) Object.assign(pair, { answered: 0, hasMet: false });
      if (next.kind === 'reset' || next.kind === 'refuse') {
        faults += pairs.size;
        endAll();
      }
    },
    atCommit: trap.set,
    heal() {
      fault = undefined;
      for (const { held, near, trickling } of pairs) {
        for (const write of held.splice(0)) write();
        if (trickling.length > 0 && !near.destroyed) near.write(Buffer.concat(trickling.splice(0)));
      }
    },
  };
}
