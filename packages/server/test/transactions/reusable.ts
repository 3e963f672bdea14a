import { sql } from 'kysely';
import { newProcessBody } from '../processes/process-fixture.ts';
import type { Fixture } from './transaction-fixture.ts';

/** A finished process of the person with that identifier, with a frame that is held. */
export async function newReusable(fixture: Fixture, cpf: string): Promise<string> {
  const operations = fixture.operations(fixture.database);
  const { id } = await operations.startProcess({ body: newProcessBody(cpf, { company: fixture.waiting }) });
  await operations.changeProcess(id, { event: 'approve' });
  const attemptId = crypto.randomUUID();
  await sql`INSERT INTO capture_attempts (tenant_id, attempt_id, session_id, subject_kind, subject_id, number, poses, outcome,
      started_at, step_started_at)
    VALUES (${fixture.tenantId}, ${attemptId}, ${id}, 'process', ${id}, 1, '{front}', 'completed', now(), now())`.execute(
    fixture.database.db,
  );
  await sql`INSERT INTO capture_frames (tenant_id, attempt_id, step, position, pose, image_digest, sealed_image,
      sealed_measure, received_at)
    VALUES (${fixture.tenantId}, ${attemptId}, 0, 0, 'front', 'digest', 'image', 'measure', now())`.execute(
    fixture.database.db,
  );
  return id;
}
