import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { hasProgram } from '../../scripts/debian-programs.ts';
import { readTortureSeed } from '../../scripts/durations.ts';
import { readJournal } from '../src/load/journal.ts';
import type { TrialRecord } from '../src/run-trial.ts';
import { openStage } from '../src/stage/children.ts';
import { mountDisk } from '../src/stage/embedded-pair.ts';
import { findClockLibrary } from '../src/stage/faults/faked-clock.ts';
import { canLosePackets } from '../src/stage/faults/lost-packets.ts';
import { PHASES } from '../src/torture/phases.ts';

const MAIN = resolve(import.meta.dirname, '../src/torture/main.ts');
const PATH = '/usr/local/bin:/usr/bin:/bin';
const LONG_MS = 1_200_000;

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'titular-torture-'));
  // The database runs as another account.
  chmodSync(directory, 0o711);
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** Starts the command with a temporary directory of its own; `said` is all that it wrote so far. */
function start(seed: number) {
  const words = [MAIN, '--size', 'smoke', '--seed', String(seed), '--into', join(directory, 'figures')];
  const child = spawn(process.execPath, words, { env: { PATH, TMPDIR: directory } });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGINT');
    await ended;
  });
  return { child, said: () => text, ended: async () => (await ended)[0] as number | null };
}

/** Whether a process has its directory, its words or its variables below ours. */
function isOurs(pid: string): boolean {
  const read = (look: () => string): string => {
    try {
      return look();
    } catch {
      // It has ended meanwhile.
      return '';
    }
  };
  const all = ['cmdline', 'environ'].map((file) => read(() => readFileSync(`/proc/${pid}/${file}`, 'utf8')));
  return [...all, read(() => readlinkSync(`/proc/${pid}/cwd`))].some((one) => one.includes(directory));
}

const listOurs = (): string[] => readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isOurs(name));

const journals = (): string[] =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.journal'));

/** What a smoke takes beside npm's packages: programs of Debian, and the right to mount a disk and to lose packets. */
async function listMissing(): Promise<string[]> {
  const stage = await openStage(new AbortController().signal, () => undefined);
  const own = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const canMount = mountDisk(stage, await stage.makeDirectory('disk'), own, 1);
  await stage.close();
  const there: [string, boolean][] = [
    ['faketime', findClockLibrary() !== undefined],
    ...['strace', 'prlimit'].map((program): [string, boolean] => [program, hasProgram(program)]),
    ['nft', canLosePackets()],
    ['mount', canMount],
  ];
  return there.filter(([, isThere]) => !isThere).map(([name]) => name);
}

const MISSING = await listMissing();
/** Figures of the smoke that this file ran. */
let figures: TrialRecord['figures'] = [];

/** Figures that were missed; times are judged on the page alone, where nothing else runs. */
const listMissed = (): TrialRecord['figures'] =>
  figures.filter(({ isMet, isTimed }) => isMet === false && !isTimed);

test(
  'a smoke of the torture suite, with a seed that is printed, goes through every phase and writes its page (R66)',
  async () => {
    const seed = readTortureSeed();
    console.log(`npm run torture -- --size smoke --seed ${seed}`);
    const { said, ended } = start(seed);
    const code = await ended();
    expect(code, said()).toBeLessThanOrEqual(1);
    const record = JSON.parse(readFileSync(join(directory, 'figures/torture.json'), 'utf8')) as TrialRecord;
    figures = record.figures;
    if (listMissed().length > 0) console.log(said());
    expect(Object.keys(record.verdicts)).toEqual(PHASES.map(({ name }) => name));
    expect(code).toBe(record.figures.some(({ isMet }) => isMet === false) ? 1 : 0);
    expect(readFileSync(join(directory, 'figures/torture.md'), 'utf8')).toContain(
      `--seed ${seed} --size smoke`,
    );
  },
  LONG_MS,
);

// What it finds is final; `scripts/second-try.ts` knows it by its name.
test('the smoke loses nothing and misses no count of any phase, whatever the machine (R66)', ({ skip }) => {
  skip(figures.length === 0, 'the smoke did not come to its end');
  expect(listMissed().filter(({ isAwaited }) => !isAwaited)).toEqual([]);
});

test('whatever the smoke waits for comes within its limit (R66)', () => {
  expect(figures.length).toBeGreaterThan(0);
  expect(listMissed().filter(({ isAwaited }) => isAwaited)).toEqual([]);
});

// Named among what was skipped where this machine has not all of it: what is not there is not green.
test.skipIf(MISSING.length > 0)(
  `the smoke tried clocks, errors of the disk, lost packets and shortages${MISSING.length > 0 ? `, which takes ${MISSING.join(', ')}` : ''} (R80, R82, R83, R84, R85)`,
  () => {
    expect(figures.length).toBeGreaterThan(0);
    expect(figures.filter(({ value }) => value.startsWith('not tried'))).toEqual([]);
  },
);

test(
  'Ctrl-C in the middle of a kill ends every process with 130, keeps the journal, and judges what was sent until then (R66)',
  async () => {
    const { child, said, ended } = start(5);
    const isKilling = (): boolean => child.exitCode !== null || said().includes('  kill ');
    await expect.poll(isKilling, { timeout: LONG_MS }).toBe(true);
    expect(listOurs().length, said()).toBeGreaterThan(5);
    child.kill('SIGINT');
    expect(await ended(), said()).toBe(130);
    expect(listOurs()).toEqual([]);
    expect(
      journals()
        .map((path) => basename(path, '.journal'))
        .toSorted(),
    ).toEqual([...['heard', 'kill-loop', 'steady-load']]);
    // The phase that was cut short may have sent nothing by then.
    const calls = journals().flatMap((path) => readJournal(join(directory, path)));
    expect(calls.length).toBeGreaterThan(0);
    // Both phases were judged: the one that had ended, and the one that was cut short.
    expect(said()).toMatch(/I1: creates acknowledged and lost \(2 phases\).*'0'/);
    expect(said()).toContain('logs and journals stay in');
    expect(() => readFileSync(join(directory, 'figures/torture.md'))).toThrow('ENOENT');
  },
  LONG_MS,
);
