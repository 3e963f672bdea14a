import { sql } from 'kysely';
import { newProcessBody } from '../processes/process-ground.ts';
import type { Ground } from './transaction-ground.ts';

/** A finished process of the person with that identifier, with a frame that is held. */
export async function newReusable(ground: Ground, cpf: string): Promise<string> {
  const operations = ground.operations(ground.database);
  const { id } = await operations.startProcess({ body: newProcessBody(cpf, { company: ground.waiting }) });
  await operations.changeProcess(id, { event: 'approve' });
  const attemptId = crypto.randomUUID();
  await sql`INSERT INTO capture_attempts (tenant_id, attempt_id, session_id, transaction_id, number, poses, outcome,
      started_at, step_started_at)
    VALUES (${ground.tenantId}, ${attemptId}, ${id}, ${id}, 1, '{front}', 'completed', now(), now())`.execute(
    ground.database.db,
  );
  await sql`INSERT INTO capture_frames (tenant_id, attempt_id, step, position, pose, image_digest, sealed_image,
      sealed_measure, received_at)
    VALUES (${ground.tenantId}, ${attemptId}, 0, 0, 'front', 'digest', 'image', 'measure', now())`.execute(
    ground.database.db,
  );
  return id;
}
