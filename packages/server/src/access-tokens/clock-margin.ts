import { addSeconds } from '../kernel/base/clock.ts';
import type { DeleteBefore } from '../kernel/database/batches/delete-older.ts';

const CLOCK_MARGIN_SECONDS = 600;

/** Deletes what expired ten minutes before `now`: a process whose clock is behind must still find it. */
export const afterMargin =
  (deleteBefore: DeleteBefore): DeleteBefore =>
  (db, now, limit) =>
    deleteBefore(db, addSeconds(now, -CLOCK_MARGIN_SECONDS), limit);
