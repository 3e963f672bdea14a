import { newId } from '@titular/server/kernel/base/id.ts';
import { type Node, saveNode } from '@titular/server/nodes/index.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CommandFixture, openCommandFixture } from './command-fixture.ts';

const [GOES, COMES, EARLIER] = ['first/1', 'second/1', 'zero/1'];

let fixture: CommandFixture;
beforeAll(async () => {
  fixture = await openCommandFixture();
});
afterAll(() => fixture.drop());

const node = (name: string, engineVersion: string, otherEngineVersion?: string): Node => ({
  ...{ nodeId: newId(), name, version: '1', engineVersion, otherEngineVersion, masterKeyIds: [] },
  ...{ skewSeconds: 0, answersCalls: true, settings: {}, workNames: [], causes: [] },
});

test('engines list tells how far a change of engine is: nodes, identities, who is left behind, and captures in one version alone (S26)', async () => {
  const { tenant } = await fixture.ask<{ tenant: string }>('tenants', 'create', 'Loja Azul');
  const { db } = fixture.database;
  await saveNode(db, node('a', GOES, COMES));
  await saveNode(db, node('b', COMES, GOES));
  await saveNode(db, node('c', COMES, ''));
  const enrolled = [
    [1, GOES],
    [1, COMES],
    [2, GOES],
    [2, EARLIER],
  ] as const;
  for (const [identity, version] of enrolled)
    await sql`
      INSERT INTO face_templates (tenant_id, template_id, identity_key, identity_hash, engine_version,
        sealed_descriptor, subject_kind, subject_id, created_at)
      VALUES (${tenant}, ${newId()}, 'cpf', ${Buffer.alloc(32, identity)}, ${version}, '', 'transaction', ${newId()},
        now())`.execute(db);
  const frames = [
    [new Date(), GOES, null],
    [new Date(), COMES, GOES],
    [new Date(Date.now() - 3 * 3_600_000), GOES, null],
  ] as const;
  for (const [begunAt, version, other] of frames) {
    const attempt = newId(begunAt.getTime());
    await sql`
      INSERT INTO capture_attempts (tenant_id, attempt_id, session_id, subject_id, subject_kind, number, poses,
        started_at, step_started_at)
      VALUES (${tenant}, ${attempt}, ${newId()}, ${newId()}, 'process', 1, '{front}', ${begunAt}, ${begunAt})`.execute(
      db,
    );
    await sql`
      INSERT INTO capture_frames (tenant_id, attempt_id, step, position, pose, engine_version, other_engine_version,
        image_digest, sealed_image, sealed_measure, received_at)
      VALUES (${tenant}, ${attempt}, 0, 0, 'front', ${version}, ${other}, '', '', '', ${begunAt})`.execute(
      db,
    );
  }
  const date = expect.stringMatching(/^\d{4}-/);
  expect(await fixture.ask('engines', 'list')).toEqual([
    {
      ...{ engineVersion: GOES, presentOn: 1, otherOn: 1, identities: 2, leftBehind: 1, captures: 1 },
      lastDue: date,
    },
    {
      ...{ engineVersion: COMES, presentOn: 2, otherOn: 1, identities: 1, leftBehind: 0, captures: 0 },
      lastDue: null,
    },
    {
      ...{ engineVersion: EARLIER, presentOn: 0, otherOn: 0, identities: 1, leftBehind: 0, captures: 0 },
      lastDue: null,
    },
  ]);
});
