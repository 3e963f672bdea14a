import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { euclideanDistance } from '@titular/face-engine/measure/comparison.ts';
import { seededRandom } from '@titular/lab/calibration/resample-persons.ts';
import { FileFaces } from '@titular/server/references/import/file-faces.ts';
import { startTestService, type TestService } from '@titular/test-kit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newReference } from '../reference-fixture.ts';
import { HEADER, type ImportFixture, openImportFixture } from './import-fixture.ts';

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

const countReferences = async (): Promise<number> =>
  (
    await service.service.database.db
      .selectFrom('face_references')
      .select('reference_id')
      .where('tenant_id', '=', fixture.merchant.tenant.tenantId)
      .execute()
  ).length;

/** One face under two identities of the file, another that is enrolled, and a third that is nobody else's. */
async function writeDuplicates(): Promise<void> {
  await newReference(fixture.merchant, 'b');
  const rows = [
    fixture.row('a'),
    fixture.row('a', { take: 1 }),
    fixture.row('b', { take: 1 }),
    fixture.row('c'),
  ];
  await fixture.csv(HEADER, ...(await Promise.all(rows)));
}

describe('faces that another identity has too (R65)', () => {
  test('are listed, of the file and of the gallery, before anything is enrolled', async () => {
    await writeDuplicates();
    const result = await fixture.run();
    expect(result).toMatchObject({ ending: 'duplicates', counts: { duplicate: 3, ready: 1, enrolled: 0 } });
    expect(await countReferences()).toBe(1);
    expect(result.problems.map(({ row, code, reason }) => [row, code, reason])).toEqual([
      [2, '40086', expect.stringMatching(/^The face is that of row 3\. Compare both/)],
      [3, '40086', expect.stringMatching(/^The face is that of row 2\./)],
      [
        4,
        '40086',
        expect.stringMatching(/^The face is the enrolled face [0-9a-f-]{36} of another identity\./),
      ],
    ]);
  });

  test('are refused with --skip-duplicates, while the rest is enrolled without measuring anything again', async () => {
    await writeDuplicates();
    await fixture.run('check');
    const calls = fixture.calls();
    const result = await fixture.run('skip');
    expect(result).toMatchObject({ ending: 'done', counts: { refused: 3, enrolled: 1 } });
    expect([fixture.calls(), await countReferences()]).toEqual([calls, 2]);
    expect(existsSync(join(fixture.directory, 'references.report.jsonl.work'))).toBe(false);
  });

  test('are enrolled with --allow-duplicates, and the audit log says which', async () => {
    await writeDuplicates();
    expect(await fixture.run('allow')).toMatchObject({ ending: 'done', counts: { enrolled: 4 } });
    const entries = await service.service.database.db
      .selectFrom('audit_log')
      .select('after')
      .where('tenant_id', '=', fixture.merchant.tenant.tenantId)
      .where('action', '=', 'reference.create')
      .where('actor', '=', 'test')
      .execute();
    const allowed = entries.map(({ after }) => (after as Record<string, boolean>)['duplicateFaceAllowed']);
    expect(allowed.toSorted()).toEqual([false, true, true, true]);
  });

  test('of twins are no duplicates where both rows allow it', async () => {
    const rows = [fixture.row('a', { more: ',true' }), fixture.row('a', { take: 1, more: ',true' })];
    await fixture.csv(`${HEADER},allow_duplicate_face`, ...(await Promise.all(rows)));
    expect(await fixture.run()).toMatchObject({ ending: 'done', counts: { enrolled: 2, duplicate: 0 } });
  });

  test('are found by a check that changes nothing, not even the audit log', async () => {
    await writeDuplicates();
    const before = await fixture.merchant.call('readFaceReference', {
      id: '019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e',
    });
    expect(before.status).toBe(404);
    expect(await fixture.run('check')).toMatchObject({
      ending: 'checked',
      counts: { duplicate: 3, ready: 1 },
    });
    const entries = await service.service.database.db
      .selectFrom('audit_log')
      .select('action')
      .where('tenant_id', '=', fixture.merchant.tenant.tenantId)
      .where('actor', '=', 'test')
      .where('action', 'like', 'reference.%')
      .execute();
    expect([entries, await countReferences()]).toEqual([[], 1]);
  });
});

test('the nearest face of another identity of the file is found exactly, by kind and engine version', async () => {
  const seed = Date.now() >>> 0;
  console.log(`seed ${seed}`);
  const random = seededRandom(seed);
  const faces = new FileFaces(2);
  const drawFace = (): Float32Array => Float32Array.from({ length: 128 }, () => random() - 0.5);
  const rows = Array.from({ length: 300 }, (_, index) => ({
    row: index + 2,
    identity: { key: index % 5 === 0 ? 'cnpj' : 'cpf', hash: Buffer.alloc(32, index % 250) },
    descriptor: drawFace(),
  }));
  try {
    for (const { row, identity, descriptor } of rows)
      await faces.add(row, identity, new Map([['one/1', [descriptor]]]));
    expect(faces.size).toBe(rows.length);
    for (const { identity, descriptor } of rows) {
      const others = rows
        .filter((other) => other.identity.key === identity.key && !other.identity.hash.equals(identity.hash))
        .map((other) => ({ row: other.row, distance: euclideanDistance(descriptor, other.descriptor) }))
        .toSorted((one, other) => one.distance - other.distance);
      const found = await faces.findOther(identity, 'one/1', descriptor);
      expect(found?.row).toBe(others[0]?.row);
      expect(found?.distance).toBeCloseTo(others[0]?.distance ?? 0, 5);
    }
  } finally {
    faces.close();
  }
});
