import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { runInNamespace } from './run-in-namespace.ts';
import type { Connect } from './watch-connects.ts';

type Outcome = { result: { kind: string; error?: string; status?: number }; tookMs: number };
type Run = {
  outcomes: Record<string, Outcome>;
  asked: string[];
  arrived: string[];
  connects: Connect[];
  /** Names in the order in which their attempts ended. */
  ended: string[];
};

let run: Run;

beforeAll(async () => {
  const directory = await mkdtemp(join(tmpdir(), 'titular-names-'));
  const file = join(directory, 'resolv.conf');
  await writeFile(file, 'nameserver 127.0.0.1\nsearch inside.example corp.example\noptions ndots:5\n');
  const prepare = `ip link set lo up
    ip address add 8.8.4.4/32 dev lo
    mount --bind '${file}' "$(readlink -f /etc/resolv.conf)"`;
  try {
    run = JSON.parse((await runInNamespace('names-child.ts', [], { prepare })).output) as Run;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});

const resultOf = (name: string) => run.outcomes[name]?.result;
const failed = (error: string) => ({ kind: 'failed', error });

describe('a name is dialled at the address that was checked (R47)', () => {
  test.each(['plain.example', 'good-alias.example', 'many-few.example', 'turns.example first'])(
    '%s leads to a public address, which is dialled',
    (name) => {
      expect(resultOf(name)).toMatchObject({ kind: 'answered', status: 200 });
    },
  );

  test.each([
    ['mixed.example', 'the address is not a public one'],
    ['mixed-families.example', 'the address is not a public one'],
    ['alias.example', 'the address is not a public one'],
    ['long-alias.example', 'the address is not a public one'],
    ['mapped.example', 'the address is not a public one'],
    ['turns.example again', 'the address is not a public one'],
    ['many.example', 'the name has too many addresses'],
    ['many-mixed.example', 'the name has too many addresses'],
    ['nobody.example', 'the name was not resolved (ENOTFOUND)'],
  ])('%s is refused', (name, error) => {
    expect(resultOf(name)).toEqual(failed(error));
  });

  test('no connection is begun but to the public address, and to loopback where that is allowed', () => {
    const hosts = run.connects.map(({ host, port }) => `${host}:${port}`);
    expect(hosts.filter((host) => host !== '8.8.4.4:80')).toEqual(['127.0.0.1:80']);
    expect(run.arrived.filter((one) => !one.startsWith('8.8.4.4 '))).toEqual(['127.0.0.1 localhost']);
  });

  test('a dial asks once for each kind of address, so that no second answer can differ', () => {
    expect(run.asked.filter((question) => question === 'turns.example A')).toHaveLength(2);
    expect(run.arrived.filter((one) => one.endsWith(' turns.example'))).toEqual(['8.8.4.4 turns.example']);
  });

  test('localhost is known without a name server, and is loopback where that is allowed', () => {
    expect(resultOf('localhost')).toMatchObject({ kind: 'answered', status: 200 });
    expect(run.asked.filter((question) => question.startsWith('localhost'))).toEqual([]);
  });

  test('names are asked for as they are written: no search domain is put behind them', () => {
    expect(run.asked.filter((question) => /inside|corp/.test(question))).toEqual([]);
  });
});

describe('a name server that does not answer (R47)', () => {
  test('fails the attempt after 5 s', () => {
    expect(resultOf('silent.example')).toEqual(failed('the name was not resolved in time'));
    const { tookMs = 0 } = run.outcomes['silent.example'] ?? {};
    expect(tookMs).toBeGreaterThan(4_000);
    expect(tookMs).toBeLessThan(15_000);
  });

  test('holds up no other dial, though twenty wait for it', () => {
    expect(resultOf('beside the silent')).toMatchObject({ kind: 'answered', status: 200 });
    expect(run.ended.indexOf('plain.example', run.ended.indexOf('late.example'))).toBeLessThan(
      run.ended.findIndex((name) => name.startsWith('silent')),
    );
  });

  test('for one kind of address leaves the other to be used, by an endpoint that gives two seconds', () => {
    expect(resultOf('half.example')).toMatchObject({ kind: 'answered', status: 200 });
  });

  test('for one kind of address until the other was used cannot lead the dial elsewhere any more', () => {
    expect(resultOf('late.example')).toMatchObject({ kind: 'answered', status: 200 });
    expect(run.asked).toContain('late.example AAAA');
    expect(run.arrived.filter((one) => one.endsWith(' late.example'))).toEqual(['8.8.4.4 late.example']);
  });
});
