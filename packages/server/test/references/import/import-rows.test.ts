import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EngineBusyError, EngineUnavailableError } from '@titular/face-engine/engine/face-engine.ts';
import { withImportLock } from '@titular/server/references/index.ts';
import { startTestService, type TestService } from '@titular/test-kit';
import { LOCKS_HERE } from '@titular/test-kit/database/locks-here.ts';
import { createLazyFaceEngine } from '@titular/test-kit/faces/lazy-face-engine.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { createRunningClock } from '@titular/test-kit/time/running-clock.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { loseCommits } from '../lose-commits.ts';
import { photographOf, referenceRequest } from '../reference-fixture.ts';
import { HEADER, type ImportFixture, openImportFixture } from './import-fixture.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ clock: createRunningClock() });
});
afterAll(() => service.close());

async function open(): Promise<ImportFixture> {
  const fixture = await openImportFixture(service);
  onTestFinished(() => fixture.close());
  return fixture;
}

const db = () => service.service.database.db;

/** What stands in the database: of each reference its faces, and the actions of the audit log. */
async function stateOf({ merchant }: ImportFixture) {
  const { tenantId } = merchant.tenant;
  const references = await db()
    .selectFrom('face_references')
    .select('reference_id')
    .where('tenant_id', '=', tenantId)
    .execute();
  const faces = await db()
    .selectFrom('face_templates')
    .select('proven_by')
    .where('tenant_id', '=', tenantId)
    .execute();
  const audit = await db()
    .selectFrom('audit_log')
    .select(['action', 'after'])
    .where('tenant_id', '=', tenantId)
    .where('action', 'like', 'reference.%')
    .orderBy('entry_id')
    .execute();
  const withoutFace = references.filter(
    ({ reference_id }) => !faces.some(({ proven_by }) => proven_by === reference_id),
  );
  return { references: references.length, withoutFace, audit };
}

const outcomesOf = async (fixture: ImportFixture) =>
  (await fixture.report()).map(({ row, outcome }) => [row, outcome]);

/** Three persons, a row each. */
async function writeThree(fixture: ImportFixture): Promise<void> {
  await fixture.csv(HEADER, await fixture.row('a'), await fixture.row('b'), await fixture.row('c'));
}

describe('an import of references (R65)', () => {
  test('enrols each row as the API does: with its face, its audit entry, and the same reference for the same photographs', async () => {
    const fixture = await open();
    const value = '52998224725';
    await fixture.csv(HEADER, await fixture.row('a', { value }), await fixture.row('b'));
    const result = await fixture.run();
    expect(result).toMatchObject({ ending: 'done', rows: 2, counts: { enrolled: 2, refused: 0 } });
    const { references, withoutFace, audit } = await stateOf(fixture);
    expect([references, withoutFace]).toEqual([2, []]);
    expect(audit.map(({ action }) => action)).toEqual([
      ...['reference.import', 'reference.create', 'reference.create', 'reference.import-end'],
    ]);
    expect(audit.at(-1)?.after).toMatchObject({ enrolled: 2, interrupted: false });
    const body = referenceRequest({
      identity: { key: 'cpf', value },
      photographs: [await photographOf('a')],
    });
    const again = await fixture.merchant.call('createFaceReference', { body });
    expect(again).toMatchObject({ status: 200, body: { faces: 1, consentReference: 'consent-4711' } });
    expect((await stateOf(fixture)).references).toBe(2);
  });

  test('run again changes nothing, and asks the engine nothing', async () => {
    const fixture = await open();
    await writeThree(fixture);
    await fixture.run();
    const [before, calls] = [await stateOf(fixture), fixture.calls()];
    const again = await fixture.run();
    expect(again).toMatchObject({ ending: 'done', counts: { unchanged: 3, enrolled: 0 } });
    expect([(await stateOf(fixture)).references, fixture.calls()]).toEqual([before.references, calls]);
    expect(await outcomesOf(fixture)).toEqual([2, 3, 4].map((row) => [row, 'unchanged']));
  });

  test('that is stopped while it enrols goes on where it ended, and no photograph is measured twice', async () => {
    const fixture = await open();
    await writeThree(fixture);
    const stopping = new AbortController();
    const say = (phase: string): void => {
      if (phase === 'enrol') stopping.abort();
    };
    const first = await fixture.run('stop', { stopping: stopping.signal, say, parallel: 1 });
    expect(first).toMatchObject({ ending: 'interrupted', counts: { enrolled: 1 } });
    expect(await stateOf(fixture)).toMatchObject({ references: 1, withoutFace: [] });
    const second = await fixture.run();
    expect(second).toMatchObject({ ending: 'done', counts: { enrolled: 3, unchanged: 0 } });
    expect(second.importId).toBe(first.importId);
    expect(fixture.calls()).toBe(3);
    expect(await stateOf(fixture)).toMatchObject({ references: 3, withoutFace: [] });
    expect(await outcomesOf(fixture)).toEqual([2, 3, 4].map((row) => [row, 'enrolled']));
  });

  test('that is stopped while it measures has enrolled nothing, and keeps what was measured', async () => {
    const fixture = await open();
    await writeThree(fixture);
    const stopping = new AbortController();
    const first = await fixture.run('stop', {
      stopping: stopping.signal,
      say: () => stopping.abort(),
      parallel: 1,
    });
    expect([first.ending, fixture.calls(), (await stateOf(fixture)).references]).toEqual([
      'interrupted',
      1,
      0,
    ]);
    expect(await fixture.run()).toMatchObject({ ending: 'done', counts: { enrolled: 3 } });
    expect(fixture.calls()).toBe(3);
  });

  test('replaces a reference of other photographs only in a row that says so', async () => {
    const fixture = await open();
    const value = '52998224725';
    await fixture.csv(HEADER, await fixture.row('a', { value }));
    await fixture.run();
    await fixture.csv(HEADER, await fixture.row('b', { value }));
    await fixture.moveReport();
    const refused = await fixture.run();
    expect(refused).toMatchObject({ counts: { refused: 1 }, problems: [{ row: 2, code: '40084' }] });
    expect(refused.problems[0]?.reason).toContain('Set replace to true');
    expect(fixture.calls()).toBe(1);
    await fixture.csv(`${HEADER},replace`, await fixture.row('b', { value, more: ',true' }));
    await fixture.moveReport();
    expect(await fixture.run()).toMatchObject({ counts: { replaced: 1, refused: 0 } });
    expect((await stateOf(fixture)).audit.map(({ action }) => action)).toContain('reference.replace');
    expect(await stateOf(fixture)).toMatchObject({ references: 1, withoutFace: [] });
  });

  test('waits for an engine that is full or away, and refuses no row for it', async () => {
    const fixture = await open();
    await fixture.csv(HEADER, await fixture.row('a'));
    const errors = [new EngineBusyError('full'), new EngineUnavailableError('away')];
    const real = createLazyFaceEngine();
    const analyse: typeof real.analyse = async (...asked) => {
      const error = errors.pop();
      if (error) throw error;
      return real.analyse(...asked);
    };
    const pauses: number[] = [];
    const pause = async (ms: number): Promise<boolean> => pauses.push(ms) > 0;
    const result = await fixture.run('stop', { engine: { ...real, analyse }, pause });
    expect(result).toMatchObject({ ending: 'done', counts: { enrolled: 1 } });
    expect(pauses).toEqual([100, 200]);
  });

  test('ends where the engine stays away, with what to do, and has enrolled nothing', async () => {
    const fixture = await open();
    await fixture.csv(HEADER, await fixture.row('a'));
    const real = createLazyFaceEngine();
    const analyse = () => Promise.reject(new EngineUnavailableError('away'));
    await expect(fixture.run('stop', { engine: { ...real, analyse } })).rejects.toThrow(
      'Run the same command again',
    );
    expect((await stateOf(fixture)).references).toBe(0);
  });

  /** Runs an import that waits for a lock, of the first look at the database or of the first row, until its connections are ended. */
  async function runThroughCut(fixture: ImportFixture, isLocked: boolean, mode = 'ACCESS EXCLUSIVE') {
    const pauses: number[] = [];
    const pause = async (ms: number): Promise<boolean> => pauses.push(ms) > 0;
    const result = await db()
      .connection()
      .execute(async (held) => {
        await sql`BEGIN`.execute(held);
        await sql`LOCK TABLE face_references IN ${sql.raw(mode)} MODE`.execute(held);
        const running = fixture.run('stop', { pause, isLocked: async () => isLocked });
        const outcome = running.catch((error: Error) => error.message);
        await eventually(async () => {
          const { rows } = await sql`SELECT pg_terminate_backend(pid) FROM ${sql.raw(LOCKS_HERE)}
            WHERE NOT granted AND relation = 'face_references'::regclass`.execute(held);
          expect(rows.length).toBeGreaterThan(0);
        });
        await sql`ROLLBACK`.execute(held);
        return outcome;
      });
    return { result, pauses };
  }

  test.each([
    ['it looks what is enrolled', 'ACCESS EXCLUSIVE'],
    ['it enrols', 'SHARE ROW EXCLUSIVE'],
  ])(
    'goes on where the database ends its connections while %s, and refuses no row for it',
    async (_, mode) => {
      const fixture = await open();
      await writeThree(fixture);
      const { result, pauses } = await runThroughCut(fixture, true, mode);
      expect(result).toMatchObject({ ending: 'done', counts: { enrolled: 3, refused: 0 } });
      expect(pauses).toContain(100);
      expect(await stateOf(fixture)).toMatchObject({ references: 3, withoutFace: [] });
    },
  );

  test('knows whether it still has its lock, and lets it go where its connection was ended', async () => {
    const tenantId = (await open()).merchant.tenant.tenantId;
    const told = await withImportLock(db(), tenantId, async (isLocked) => {
      const before = await isLocked();
      await sql`SELECT pg_terminate_backend(pid) FROM ${sql.raw(LOCKS_HERE)}
        WHERE locktype = 'advisory' AND classid = 7483513`.execute(db());
      await eventually(async () => expect(await isLocked()).toBe(false));
      return before;
    });
    expect(told).toBe(true);
    expect(await withImportLock(db(), tenantId, (isLocked) => isLocked())).toBe(true);
  });

  test('ends with what to do once another command may have begun meanwhile, and goes on where it is run again', async () => {
    const fixture = await open();
    await writeThree(fixture);
    expect((await runThroughCut(fixture, false)).result).toContain('Run the same command again');
    expect((await stateOf(fixture)).references).toBe(0);
    expect(await fixture.run()).toMatchObject({ ending: 'done', counts: { enrolled: 3 } });
  });

  test('tells a row enrolled whose commit was done, though its answer was lost', async () => {
    const fixture = await open();
    await writeThree(fixture);
    const { db: losing, lost } = loseCommits(service.service.database.pool, 'insert into "face_references"');
    const result = await fixture.run('stop', { db: losing });
    expect(lost()).toBe(3);
    expect(result).toMatchObject({ ending: 'done', counts: { enrolled: 3, unchanged: 0 } });
    expect(await stateOf(fixture)).toMatchObject({ references: 3, withoutFace: [] });
    expect(await outcomesOf(fixture)).toEqual([2, 3, 4].map((row) => [row, 'enrolled']));
  });

  test('refuses a photograph that breaks the engine, and takes the rest', async () => {
    const fixture = await open();
    await writeThree(fixture);
    const real = createLazyFaceEngine();
    let calls = 0;
    const analyse: typeof real.analyse = (...asked) =>
      calls++ === 0 ? Promise.reject(new Error('broken')) : real.analyse(...asked);
    const result = await fixture.run('stop', { engine: { ...real, analyse }, parallel: 1 });
    expect(result).toMatchObject({ ending: 'done', counts: { enrolled: 2, refused: 1 } });
    expect(result.problems).toMatchObject([{ row: 2, code: '40080' }]);
  });
});

describe('photographs that an import is asked to keep (R65)', () => {
  const keptOf = async ({ merchant }: ImportFixture): Promise<number> =>
    (
      await db()
        .selectFrom('reference_photographs')
        .select('position')
        .where('tenant_id', '=', merchant.tenant.tenantId)
        .execute()
    ).length;

  test('are kept with each row, also of rows that were enrolled without; a check keeps none', async () => {
    const fixture = await open();
    await writeThree(fixture);
    expect(await fixture.run('stop')).toMatchObject({ ending: 'done', counts: { enrolled: 3 } });
    expect(await keptOf(fixture)).toBe(0);
    await fixture.moveReport();
    await fixture.run('check', { keepsPhotographs: true });
    expect(await keptOf(fixture)).toBe(0);
    await fixture.moveReport();
    const kept = await fixture.run('stop', { keepsPhotographs: true });
    expect([kept.ending, kept.counts]).toMatchObject(['done', { unchanged: 3, refused: 0 }]);
    expect(await keptOf(fixture)).toBe(3);
    await fixture.moveReport();
    const calls = fixture.calls();
    await fixture.run('stop', { keepsPhotographs: true });
    expect([await keptOf(fixture), fixture.calls()]).toEqual([3, calls]);
  });

  test('are those that were measured: a file that changed meanwhile is refused by name, and the other rows go on', async () => {
    const fixture = await open();
    await writeThree(fixture);
    const other = Buffer.from(await photographOf('a', 5), 'base64');
    const say = (phase: string): void => {
      if (phase === 'compare') writeFileSync(join(fixture.directory, 'photos/a-0.jpg'), other);
    };
    const { counts } = await fixture.run('stop', { keepsPhotographs: true, say });
    expect(counts).toMatchObject({ enrolled: 2, refused: 1 });
    const [refused] = (await fixture.report()).filter(({ outcome }) => outcome === 'refused');
    expect(refused).toMatchObject({ row: 2, code: '40080' });
    expect(refused?.reason).toContain('changed after it was measured');
    expect(await keptOf(fixture)).toBe(2);
  });
});
