import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { FaceEngine } from '@titular/face-engine/engine/face-engine.ts';
import { startFaceEngine } from '@titular/face-engine/engine/worker-face-engine.ts';
import { usualGalleryThreads } from '@titular/server/config/gallery-settings.ts';
import { createGalleries } from '@titular/server/faces/gallery/gallery.ts';
import { systemClock } from '@titular/server/kernel/base/clock.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import {
  findInput,
  type ImportPhase,
  importReferences,
  rowsAtOnce,
} from '@titular/server/references/index.ts';
import { createTenantKeys } from '@titular/server/tenants/keys/tenant-key-cache.ts';
import { newCpf } from '@titular/test-kit';
import { poseFrame } from '@titular/test-kit/faces/pose-frame.ts';
import sharp from 'sharp';
import type { Harness } from '../harness/harness.ts';

/** Rows a second of an import, photographs a second of the engine alone, and rows a second of an import that finds all enrolled. */
export type ImportRates = {
  rows: number;
  bare: number;
  imported: number;
  again: number;
  seconds: Record<ImportPhase, number>;
};

const ROWS = 400;
/** Rows imported before, so that the program is as warm as it is for most of a large file. */
const ROWS_BEFORE = 400;
/** Pixels across a photograph, as phones send them. */
const WIDTH = 1_600;
const PERSONS = ['a', 'b', 'c'] as const;

/** The same picture with a comment: another file, in which the engine has as much to do. */
function commented(jpeg: Buffer, text: string): Buffer {
  const comment = Buffer.from(text);
  const segment = Buffer.alloc(4);
  segment.writeUInt16BE(0xfffe, 0);
  segment.writeUInt16BE(comment.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), segment, comment, jpeg.subarray(2)]);
}

async function writeImport(directory: string, rows: number): Promise<Buffer[]> {
  await mkdir(directory, { recursive: true });
  const frames = await Promise.all(
    PERSONS.map(async (person) =>
      sharp(await poseFrame(person, 'front'))
        .resize(WIDTH)
        .jpeg()
        .toBuffer(),
    ),
  );
  const photographs = Array.from({ length: rows }, (_, row) =>
    commented(frames[row % frames.length] as Buffer, `row ${row}`),
  );
  const lines = ['identity_key,identity_value,photograph_1,source,date,consent_reference'];
  for (const [row, photograph] of photographs.entries()) {
    await writeFile(join(directory, `${row}.jpg`), photograph);
    lines.push(`cpf,${newCpf()},${row}.jpg,bench,2026-03-02,bench-${row}`);
  }
  await writeFile(join(directory, 'references.csv'), `${lines.join('\n')}\n`);
  return photographs;
}

async function perSecond(parts: number, work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return (1_000 * parts) / (performance.now() - startedMs);
}

/** The engine alone, with as many photographs under way as an import has. */
async function measureBare(
  engine: FaceEngine,
  photographs: readonly Buffer[],
  parallel: number,
): Promise<void> {
  const left = photographs.values();
  const lane = async (): Promise<void> => {
    for (const photograph of left) await engine.analyse(photograph);
  };
  await Promise.all(Array.from({ length: parallel }, lane));
}

/** An engine, and imports of a directory by it, with the seconds that each part took so far. */
async function openImporter({ database, tenants, masterKeys }: Harness, threads: number) {
  const [tenant] = tenants;
  if (!tenant) throw new Error('the harness has a tenant');
  const { db } = database;
  const clock = systemClock;
  const bounds = { galleryLimit: undefined, galleryMemoryMb: 1_024 };
  const tenantKeys = createTenantKeys(db, masterKeys);
  const searchThreads = usualGalleryThreads();
  const log = createLog('silent');
  const galleries = createGalleries({ db, tenantKeys, clock, log, bounds, threads: searchThreads });
  const engine = await startFaceEngine({ threads });
  const seconds = { measure: 0, compare: 0, enrol: 0 };
  let lastMs = 0;
  const say = (phase: ImportPhase): void => {
    const nowMs = performance.now();
    seconds[phase] += (nowMs - lastMs) / 1_000;
    lastMs = nowMs;
  };
  const deps = {
    ...{ db, clock, tenantKeys, galleries, galleryBounds: bounds, engine, otherEngine: undefined },
    ...{
      matchThreshold: 0.5,
      parallel: rowsAtOnce(threads),
      searchThreads,
      say,
      pause: async () => true,
      isLocked: async () => true,
    },
    stopping: new AbortController().signal,
  };
  return {
    engine,
    seconds,
    async run(folder: string): Promise<void> {
      lastMs = performance.now();
      Object.assign(seconds, { measure: 0, compare: 0, enrol: 0 });
      const report = join(folder, 'report.jsonl');
      const request = {
        input: await findInput(folder),
        report,
        rule: 'allow' as const,
        keepsPhotographs: false,
      };
      await importReferences(deps, { tenantId: tenant.tenantId, actor: 'bench' }, request);
    },
    async close(): Promise<void> {
      galleries.close();
      await engine.close();
    },
  };
}

/** Imports rows of one photograph each beside the engine alone. */
export async function measureImports(harness: Harness): Promise<ImportRates> {
  const threads = availableParallelism();
  const { engine, seconds, run, close } = await openImporter(harness, threads);
  const [folder, before] = ['import', 'import-before'].map((name) => join(harness.directory, name)) as [
    string,
    string,
  ];
  try {
    await writeImport(before, ROWS_BEFORE);
    await run(before);
    const photographs = await writeImport(folder, ROWS);
    const alone = () => perSecond(ROWS, () => measureBare(engine, photographs, threads + 1));
    const earlier = await alone();
    const imported = await perSecond(ROWS, () => run(folder));
    const parts = { ...seconds };
    const later = await alone();
    const again = await perSecond(ROWS, () => run(folder));
    return { rows: ROWS, bare: (earlier + later) / 2, imported, again, seconds: parts };
  } finally {
    await close();
  }
}
