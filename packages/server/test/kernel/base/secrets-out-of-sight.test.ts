import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import { serviceEnvironment, startServiceProcess } from '@titular/test-kit/service-process.ts';
import { expect, onTestFinished, test } from 'vitest';

type Process = { pid: number; parent: number; words: string; environment: string };

const readOf = (pid: number, name: string): Promise<string> =>
  readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '');

async function listProcesses(): Promise<Process[]> {
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger);
  return Promise.all(
    pids.map(async (pid) => {
      const [status, words, environment] = await Promise.all(
        ['status', 'cmdline', 'environ'].map((name) => readOf(pid, name)),
      );
      return {
        pid,
        parent: Number(/^PPid:\s+(\d+)$/m.exec(status ?? '')?.[1]),
        words: words ?? '',
        environment: environment ?? '',
      };
    }),
  );
}

test.runIf(process.platform === 'linux')(
  'no secret stands in the words of the service, in the words or environment of its children, or in its output (S52)',
  async () => {
    const { connectionString, drop } = await cloneDatabase();
    onTestFinished(drop);
    const directory = await mkdtemp(join(tmpdir(), 'titular-sight-'));
    onTestFinished(() => rm(directory, { recursive: true, force: true }));
    const file = join(directory, 'database-url');
    await writeFile(file, connectionString, { mode: 0o600 });
    const masterKey = randomBytes(32).toString('base64');
    const service = await startServiceProcess({
      ...serviceEnvironment('', directory),
      ...{ DATABASE_URL_FILE: file, TITULAR_MASTER_KEY: masterKey, TITULAR_LOG_LEVEL: 'debug' },
    });
    onTestFinished(service.kill);
    const all = await listProcesses();
    const own = all.find(
      ({ words, environment }) =>
        words.includes('cli/src/main.ts') && environment.includes(`TITULAR_DATA_DIR=${directory}`),
    );
    const children = all.filter(({ parent }) => parent === own?.pid);
    expect(children.length).toBeGreaterThan(0);
    const [, password = ''] = /\/\/[^:]*:([^@]+)@/.exec(connectionString) ?? [];
    expect(password.length).toBeGreaterThan(8);
    const seen = [own?.words, ...children.flatMap(({ words, environment }) => [words, environment])];
    for (const secret of [masterKey, password])
      expect([...seen, service.output()].filter((text) => text?.includes(secret))).toEqual([]);
    expect(own?.environment).not.toContain(password);
    await service.kill();
  },
);
