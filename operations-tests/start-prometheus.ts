import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findFreePort } from '@titular/test-kit/free-port.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { expect } from 'vitest';

/** The rules as they are shipped. */
export const RULES = resolve(import.meta.dirname, '../ops/prometheus/rules.yml');

/** One series of an answer, with its value now. */
export type Found = { metric: Record<string, string>; value: [seconds: number, value: string] };

/** A rule as Prometheus has read and evaluated it. */
type Evaluated = { name: string; health: string; lastError?: string };

/** A Prometheus with the shipped rules that scrapes one address each second. */
export type Prometheus = {
  /** Series that an expression finds now; refuses one that does not parse. */
  query(expr: string): Promise<Found[]>;
  rules(): Promise<Evaluated[]>;
  close(): Promise<void>;
};

async function ask(address: string): Promise<Record<string, unknown>> {
  const response = await fetch(address);
  const { data, error } = (await response.json()) as { data: Record<string, unknown>; error?: string };
  if (error !== undefined) throw new Error(`${address}: ${error}`);
  return data;
}

/** Starts Debian's Prometheus on loopback, in a directory of its own, and waits for its first scrape. */
export async function startPrometheus(target: string): Promise<Prometheus> {
  const directory = await mkdtemp(join(tmpdir(), 'titular-prometheus-'));
  const config = join(directory, 'prometheus.json');
  const scrape = { job_name: 'titular', static_configs: [{ targets: [new URL(target).host] }] };
  const settings = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: [RULES],
    scrape_configs: [scrape],
  };
  await writeFile(config, JSON.stringify(settings));
  const host = `127.0.0.1:${await findFreePort()}`;
  const words = [
    ...[`--config.file=${config}`, `--storage.tsdb.path=${join(directory, 'data')}`],
    ...[`--web.listen-address=${host}`, '--log.level=error'],
  ];
  const child = spawn('prometheus', words, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (part: Buffer) => {
    said += part.toString();
  });
  const ended = once(child, 'exit');
  const close = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
    await rm(directory, { recursive: true, force: true });
  };
  const query = async (expr: string): Promise<Found[]> =>
    (await ask(`http://${host}/api/v1/query?${new URLSearchParams({ query: expr })}`))['result'] as Found[];
  const rules = async (): Promise<Evaluated[]> => {
    const { groups } = (await ask(`http://${host}/api/v1/rules`)) as { groups: { rules: Evaluated[] }[] };
    return groups.flatMap((group) => group.rules);
  };
  await eventually(async () => {
    if (child.exitCode !== null) expect.fail(said);
    expect((await query('up == 1')).length).toBe(1);
  });
  return { query, rules, close };
}
