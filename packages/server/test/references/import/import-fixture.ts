import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createGalleries } from '@titular/server/faces/index.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { findInput, importReferences } from '@titular/server/references/index.ts';
import { createTenantKeys } from '@titular/server/tenants/index.ts';
import { newCpf, type TestService } from '@titular/test-kit';
import { createLazyFaceEngine } from '@titular/test-kit/faces/lazy-face-engine.ts';
import type { PersonName } from '@titular/test-kit/faces/persons.ts';
import { poseFrame } from '@titular/test-kit/faces/pose-frame.ts';
import { type Merchant, newMerchant } from '../../transactions/api.ts';

/** Columns of the files of the tests, in their order. */
export const HEADER = 'identity_key,identity_value,photograph_1,source,date,consent_reference';

type Deps = Parameters<typeof importReferences>[0];
type Changes = Partial<Deps & { keepsPhotographs: boolean }>;
type Rule = Parameters<typeof importReferences>[2]['rule'];

/** A line of a report. */
type ReportLine = Record<string, unknown> & { row?: number; outcome?: string; reason?: string };

/** A directory with a CSV file of a merchant's, and imports of it by an engine whose calls are counted. */
export type ImportFixture = {
  directory: string;
  merchant: Merchant;
  /** How many photographs the engine was asked about so far. */
  calls(): number;
  /** Writes a file below the directory. */
  write(path: string, content: string | Uint8Array): Promise<void>;
  /** Writes a photograph of a person, and gives the row of somebody new that names it. */
  row(person: PersonName, options?: { take?: number; value?: string; more?: string }): Promise<string>;
  /** Writes the CSV file. */
  csv(...lines: string[]): Promise<void>;
  run(rule?: Rule, changes?: Changes): ReturnType<typeof importReferences>;
  /** The lines of the report between its header and its end. */
  report(): Promise<ReportLine[]>;
  /** Moves the report away, as who imports a corrected file does. */
  moveReport(): Promise<void>;
  close(): Promise<void>;
};

/** Opens the fixture, with a tenant of its own. */
export async function openImportFixture(service: TestService): Promise<ImportFixture> {
  const directory = await mkdtemp(join(tmpdir(), 'titular-test-'));
  const merchant = await newMerchant(service);
  const { config } = service;
  const { masterKeys, database } = service.service;
  const { db } = database;
  const { clock } = service;
  const tenantKeys = createTenantKeys(db, masterKeys);
  const bounds = { galleryLimit: undefined, galleryMemoryMb: 64 };
  const galleries = createGalleries({ db, tenantKeys, clock, log: createLog('silent'), bounds, threads: 1 });
  let calls = 0;
  const real = createLazyFaceEngine();
  const engine = {
    ...real,
    analyse: (...asked: Parameters<typeof real.analyse>) => {
      calls += 1;
      return real.analyse(...asked);
    },
  };
  const report = join(directory, 'references.report.jsonl');
  const write = async (path: string, content: string | Uint8Array): Promise<void> => {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), content);
  };
  return {
    directory,
    merchant,
    calls: () => calls,
    write,
    async row(person, { take = 0, value = newCpf(), more = '' } = {}) {
      const path = `photos/${person}-${take}.jpg`;
      await write(path, await poseFrame(person, 'front', { take }));
      return `cpf,${value},${path},onboarding,2026-03-02,consent-4711${more}`;
    },
    csv: (...lines) => write('references.csv', `${lines.join('\n')}\n`),
    async run(rule = 'stop', { keepsPhotographs = false, ...changes } = {}) {
      const deps: Deps = {
        ...{ db, clock, tenantKeys, galleries, galleryBounds: bounds, engine, otherEngine: undefined },
        ...{ matchThreshold: config.matchThreshold, parallel: 2, searchThreads: 1 },
        ...{
          stopping: new AbortController().signal,
          pause: async () => true,
          isLocked: async () => true,
          say: () => undefined,
        },
        ...changes,
      };
      const actor = { tenantId: merchant.tenant.tenantId, actor: 'test' };
      const request = { input: await findInput(directory), report, rule, keepsPhotographs };
      return importReferences(deps, actor, request);
    },
    async report() {
      const lines = (await readFile(report, 'utf8')).split('\n').filter((line) => line !== '');
      return lines.map((line) => JSON.parse(line) as ReportLine).filter((line) => line.row !== undefined);
    },
    moveReport: () => rename(report, `${report}.old`),
    async close() {
      galleries.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
