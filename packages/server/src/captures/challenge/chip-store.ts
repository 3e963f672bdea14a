import { type FaceChip, packChip, unpackChip } from '@titular/face-engine';
import type { AttemptId, TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { rowName } from '../../pictures/index.ts';
import type { TenantKey } from '../../tenants/index.ts';

/** Puts a chip in place of that of a kept frame. */
export async function updateChip(
  db: Db,
  tenantId: TenantId,
  key: TenantKey,
  { attemptId, step, chip }: { attemptId: AttemptId; step: number; chip: FaceChip },
): Promise<void> {
  await db
    .updateTable('capture_frames')
    .set({ sealed_chip: key.seal('capture_frames', rowName(attemptId, step), 'sealed_chip', packChip(chip)) })
    .where('tenant_id', '=', tenantId)
    .where('attempt_id', '=', attemptId)
    .where('step', '=', step)
    .execute();
}

/** The chips of two steps that follow each other; undefined where one has none. */
export async function findChips(
  db: Db,
  tenantId: TenantId,
  key: TenantKey,
  { attemptId, step }: { attemptId: AttemptId; step: number },
): Promise<[first: FaceChip, second: FaceChip] | undefined> {
  const rows = await db
    .selectFrom('capture_frames')
    .select(['step', 'sealed_chip'])
    .where('tenant_id', '=', tenantId)
    .where('attempt_id', '=', attemptId)
    .where('step', 'in', [step, step + 1])
    .orderBy('step')
    .execute();
  const [first, second] = rows.flatMap((row) =>
    row.sealed_chip
      ? [
          unpackChip(
            key.unseal('capture_frames', rowName(attemptId, row.step), 'sealed_chip', row.sealed_chip),
          ),
        ]
      : [],
  );
  return first && second && [first, second];
}
