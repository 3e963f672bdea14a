import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startTestService, type TestService } from '@titular/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newMerchant } from '../../packages/server/test/transactions/api.ts';
import { API, cardOfOrder, fetchToken, post } from '../src/load/requests.ts';
import { judgeFiles, judgeRun } from '../src/torture/evidence/judge-run.ts';
import { listCalls } from '../src/torture/evidence/list-calls.ts';
import {
  type RunFacts,
  readFacts,
  UnreadableRunError,
  writeFacts,
} from '../src/torture/evidence/run-facts.ts';
import { makeDirectory } from './make-directory.ts';

const MAIN = resolve(import.meta.dirname, '../src/torture/main.ts');
const MARK = 'canary0000x';
const ORDER = `trial-1-1-${MARK}`;
const ID = '019aa3c5-2b10-7d01-9f2d-0c4e5a6b7c01';
/** Parts of the journals of a phase. */
const PARTS = ['', '-calls', '-ends', '-ends-cancels', '-ends-approvals', '-ends-reads'] as const;

const FACTS: RunFacts = {
  ...{ seed: 1, size: 'smoke', isCut: true, missed: [], webhookUrl: 'http://127.0.0.1:9/webhook' },
  phases: [{ name: 'steady load', isCalm: true, journal: 'steady-load.journal' }],
  tenants: [{ mark: MARK, companyId: ID, ratePerSecond: 10, rateBurst: 10 }],
  disturbances: {
    outages: [{ place: 1, fromMs: 5, untilMs: Number.POSITIVE_INFINITY }],
    budgets: { resetsMs: [7], unsettled: [{ fromMs: 1, untilMs: Number.POSITIVE_INFINITY }] },
  },
};

/** Writes the journals of a small run. */
function writeRun(directory: string, parts: Partial<Record<(typeof PARTS)[number], object[]>>): void {
  const textOf = (lines: readonly object[]): string =>
    lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  for (const part of PARTS)
    writeFileSync(join(directory, `steady-load.journal${part}`), textOf(parts[part] ?? []));
  writeFileSync(join(directory, 'heard.journal'), '');
}

/** A create in the journal of creates and in that of all calls. */
const created = (order: string, body: string): { '': object[]; '-calls': object[] } => {
  const call = { number: 1, kind: 'create', tenant: 0, node: 0, about: order, sentMs: 0 };
  return {
    '': [
      { kind: 'sent', order, node: 0, atMs: 0 },
      { kind: 'answered', order, atMs: 1, status: 200, body },
    ],
    '-calls': [call, { ...call, status: 200, body, answeredMs: 9 }],
  };
};

let service: TestService;
let companyId: string;
let answer: string;

beforeAll(async () => {
  service = await startTestService();
  const { tenant } = await newMerchant(service);
  companyId = tenant.companyId;
  const token = await fetchToken(service.url, tenant);
  const made = await post(`${service.url}${API}/transaction`, token, cardOfOrder(companyId, ORDER));
  answer = made.body;
});
afterAll(() => service.close());

describe('what a run kept is judged again (R66)', () => {
  let directory: string;
  let said: string[];
  beforeEach(() => {
    directory = makeDirectory();
    said = [];
  });
  const judge = (facts: Partial<RunFacts> = {}): Promise<number> =>
    judgeFiles(
      {
        ...{ ...FACTS, ...facts, directory, databaseUrl: service.config.databaseUrl ?? '' },
        tenants: [{ mark: MARK, companyId, ratePerSecond: 10, rateBurst: 10 }],
      },
      { ...FACTS, ...facts },
      (line) => void said.push(line),
    );

  test('a sound journal has no violation', async () => {
    writeRun(directory, created(ORDER, answer));
    expect(await judge(), said.join('\n')).toBe(0);
    expect(said.join('\n')).toMatch(/steady load: \d+ checks/);
    expect(said.join('\n')).not.toContain('MISSED');
  });

  test('an acknowledged create that is not there is told with the calls that led to it (I1)', async () => {
    const lost = `trial-1-11-${MARK}`;
    const body = JSON.stringify({ ...JSON.parse(answer), id: ID });
    const [sound, gone] = [created(ORDER, answer), created(lost, body)];
    writeRun(directory, {
      '': [...sound[''], ...gone['']],
      '-calls': [
        ...[...sound['-calls'], ...gone['-calls']],
        {
          number: 2,
          kind: 'status',
          tenant: 0,
          about: ID,
          sentMs: 20,
          answeredMs: 21,
          status: 404,
          body: '',
        },
      ],
    });
    expect(await judge()).toBeGreaterThan(0);
    const text = said.join('\n');
    expect(text).toContain('MISSED I1: creates acknowledged and lost: 1');
    const from = said.findIndex((line) => line.includes('acknowledged and lost: 1'));
    const led = said.slice(from + 1, from + 7).join('\n');
    expect(led).toContain(lost);
    // Sent, answered, and the read that did not find it, which knows it by its id.
    for (const part of ['"kind":"sent"', '"kind":"answered"', '"kind":"status"'])
      expect(text).toContain(part);
    expect(led).toContain('steady-load.journal: ');
    // Another order whose name begins alike did not lead to it.
    expect(led).not.toContain(`"${ORDER}"`);
  });

  test('an acknowledged cancel of what is still open is found (I1, I4)', async () => {
    const { id } = JSON.parse(answer) as { id: string };
    const order = { order: id, node: 0, atMs: 2 };
    writeRun(directory, {
      ...created(ORDER, answer),
      '-ends-cancels': [
        { ...order, kind: 'sent' },
        { ...order, kind: 'answered', status: 200, body: answer },
      ],
    });
    expect(await judge()).toBeGreaterThan(0);
    expect(said.join('\n')).toContain('canceled was acknowledged, and it is waiting');
  });

  test('what the run itself missed is told once more, and is none of what is counted', async () => {
    writeRun(directory, created(ORDER, answer));
    expect(await judge({ missed: ['races: rounds without exactly one winner: 1'] })).toBe(0);
    expect(said).toContain('the run itself missed: races: rounds without exactly one winner: 1');
  });
});

test('facts of a run are read as they were written; what had not ended has no end', () => {
  const directory = makeDirectory();
  writeFacts(directory, FACTS);
  expect(readFacts(directory)).toEqual(FACTS);
  writeFileSync(join(directory, 'run.json'), '{"seed":1');
  expect(() => readFacts(directory)).toThrow(UnreadableRunError);
});

test('calls about an event are found by its transaction, and those by their order', () => {
  const directory = makeDirectory();
  const event = ID.replace('019a', '029a');
  writeRun(directory, created(ORDER, JSON.stringify({ id: ID })));
  writeFileSync(join(directory, 'heard.journal'), `${JSON.stringify({ event, transactionId: ID })}\n`);
  const lines = listCalls(directory, [event, 'place 7']);
  expect([...lines.keys()]).toEqual([event]);
  expect(new Set(lines.get(event)?.map(({ file }) => file))).toEqual(
    new Set(['heard.journal', 'steady-load.journal', 'steady-load.journal-calls']),
  );
});

/** Makes a directory with the facts of a run, and its journals where they are given. */
function makeRun(parts?: Parameters<typeof writeRun>[1]): string {
  const directory = makeDirectory();
  writeFacts(directory, FACTS);
  if (parts) writeRun(directory, parts);
  return directory;
}

describe('a directory that cannot be judged is told with what to do', () => {
  test.each<[string, () => string, string]>([
    [
      'one that is not there',
      () => join(import.meta.dirname, 'no-run'),
      'name the directory in which a run says that its journals stay',
    ],
    ['one without a run', makeDirectory, 'has no run.json'],
    ['one whose journals are gone', makeRun, 'run the seed again with --keep'],
    ['one without a database', () => makeRun({}), 'run its seed again with --keep'],
  ])('%s', async (_what, make, sentence) => {
    const said: string[] = [];
    const judged = judgeRun(make(), new AbortController().signal, (line) => void said.push(line));
    await expect(judged).rejects.toThrow(UnreadableRunError);
    await expect(judged).rejects.toThrow(sentence);
    expect(said).toEqual([]);
  });

  test('the command ends with 2', () => {
    const run = spawnSync(process.execPath, [MAIN, '--judge', makeRun({})], { encoding: 'utf8' });
    expect([run.status, run.stdout]).toEqual([2, '']);
    expect(run.stderr).toContain('run its seed again with --keep');
    expect(run.stderr).not.toContain('    at ');
  });
});
