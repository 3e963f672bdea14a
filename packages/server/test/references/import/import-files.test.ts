import { appendFile, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packDescriptor } from '@titular/face-engine/measure/descriptor.ts';
import { newCpf, startTestService, type TestService } from '@titular/test-kit';
import { createLazyFaceEngine } from '@titular/test-kit/faces/lazy-face-engine.ts';
import { poseFrame } from '@titular/test-kit/faces/pose-frame.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HEADER, type ImportFixture, openImportFixture } from './import-fixture.ts';

const REPORT = 'references.report.jsonl';
const WORK = `${REPORT}.work`;

let service: TestService;
let fixture: ImportFixture;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
beforeEach(async () => {
  fixture = await openImportFixture(service);
});
afterEach(() => fixture.close());

const pathOf = (name: string): string => join(fixture.directory, name);

/** Checks a file of two persons, which leaves the report and the work file. */
async function check(): Promise<void> {
  await fixture.csv(HEADER, await fixture.row('a'), await fixture.row('b'));
  await fixture.run('check');
}

describe('the work file', () => {
  test('holds no descriptor and no identity in clear, and only its owner may read it', async () => {
    const value = newCpf();
    await fixture.csv(HEADER, await fixture.row('a', { value }));
    await fixture.run('check');
    const held = await readFile(pathOf(WORK));
    const found = await createLazyFaceEngine().analyse(await poseFrame('a', 'front'));
    if (found.kind !== 'analysed' || !found.face?.identity) throw new Error('the photograph shows a face');
    expect(held.includes(packDescriptor(found.face.identity.descriptor).subarray(0, 16))).toBe(false);
    expect(held.toString('latin1')).not.toContain(value);
    expect([(await stat(pathOf(WORK))).mode & 0o777, (await stat(pathOf(REPORT))).mode & 0o777]).toEqual([
      0o600, 0o600,
    ]);
  });

  test('that was cut off or damaged costs a measurement, and nothing else', async () => {
    await check();
    const { size } = await stat(pathOf(WORK));
    await truncate(pathOf(WORK), size - 10);
    expect(await fixture.run()).toMatchObject({ ending: 'done', counts: { enrolled: 2 } });
    expect(fixture.calls()).toBe(3);
  });

  test('with a record that does not open has that row measured anew', async () => {
    await check();
    const held = await readFile(pathOf(WORK));
    held[held.length - 1] = (held.at(-1) ?? 0) ^ 1;
    await writeFile(pathOf(WORK), held);
    expect(await fixture.run()).toMatchObject({ ending: 'done', counts: { enrolled: 2 } });
    expect(fixture.calls()).toBe(3);
  });

  test('is none but its own: any other file of that name is left as it is', async () => {
    await fixture.csv(HEADER, await fixture.row('a'));
    await fixture.write(WORK, 'something of somebody else');
    await expect(fixture.run()).rejects.toThrow('is no work file of an import');
    expect(await readFile(pathOf(WORK), 'utf8')).toBe('something of somebody else');
  });

  test('is gone once the import is done', async () => {
    await check();
    await fixture.run();
    expect((await readdir(fixture.directory)).toSorted()).toEqual(['photos', 'references.csv', REPORT]);
  });
});

describe('the report', () => {
  test('takes the place of no file but the report of the same import', async () => {
    await fixture.csv(HEADER, await fixture.row('a'));
    for (const other of ['', 'something\n', '{"report":"titular references import"}\n']) {
      await fixture.write(REPORT, other);
      await expect(fixture.run()).rejects.toThrow('name another with --report');
      expect(await readFile(pathOf(REPORT), 'utf8')).toBe(other);
    }
  });

  test('of a killed process, with half a line at its end, is gone on with', async () => {
    await fixture.csv(HEADER, await fixture.row('a'), await fixture.row('b'));
    const stopping = new AbortController();
    const say = (phase: string): void => {
      if (phase === 'enrol') stopping.abort();
    };
    await fixture.run('stop', { stopping: stopping.signal, say, parallel: 1 });
    await appendFile(pathOf(REPORT), '{"row":3,"outc');
    expect(await fixture.run()).toMatchObject({ ending: 'done', counts: { enrolled: 2 } });
    const lines = (await readFile(pathOf(REPORT), 'utf8')).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { report: 'titular references import' },
      { row: 2, outcome: 'enrolled' },
      { row: 3, outcome: 'enrolled' },
      { finished: { enrolled: 2 } },
    ]);
  });

  test('names nobody: no number, no path and no label of a row stands in it', async () => {
    const value = newCpf();
    await fixture.write(`maria-${value}.jpg`, await poseFrame('a', 'front'));
    const rows = [
      `cpf,${value},maria-${value}.jpg,onboarding,2026-03-02,consent-4711`,
      `cpf,${newCpf()},maria-${value}-2.jpg,onboarding,2026-03-02,consent-4711`,
      `cpf,${value}1,maria-${value}.jpg,onboarding,2026-03-02,consent-4711`,
      `cpf,${newCpf()},../maria-${value}.jpg,onboarding,2026-03-02,consent-4711`,
      `maria,${newCpf()},maria-${value}.jpg,maria silva,2026-03-02,consent-4711`,
    ];
    await fixture.csv(HEADER, ...rows);
    const { counts } = await fixture.run();
    expect(counts).toMatchObject({ enrolled: 1, refused: 4 });
    const text = await readFile(pathOf(REPORT), 'utf8');
    expect(text).not.toMatch(/maria|consent-4711|onboarding/i);
    expect(text).not.toContain(value);
    expect(JSON.stringify(await fixture.report())).not.toMatch(/\d{11}/);
  });

  test('that cannot be written is refused before anything is measured', async () => {
    await fixture.csv(HEADER, await fixture.row('a'));
    await fixture.write(`${REPORT}/in-the-way`, '');
    await expect(fixture.run()).rejects.toThrow(/cannot be (read|written)/);
    expect(fixture.calls()).toBe(0);
  });
});
