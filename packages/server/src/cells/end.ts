import type { Kysely } from 'kysely';
import type { Operator } from '../audit/index.ts';
import type { Config } from '../config/config.ts';
import type { TenantId } from '../kernel/base/id.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';
import type { MasterKeys } from '../tenants/index.ts';

/** One deployment of a move: its database, with time for long statements, and its master keys. `name` may be shown. */
export type End = {
  db: Kysely<Tables>;
  masterKeys: MasterKeys;
  config: Pick<Config, 'objectsUrl' | 'matchThreshold' | 'galleryLimit'>;
  name: string;
};

/** What a move needs. `replicateFrom` is where the target's server reaches the source, with the password; it is never shown. */
export type MoveDeps = {
  tenantId: TenantId;
  source: End;
  target: End;
  replicateFrom: string;
  by: Pick<Operator, 'clock' | 'actor'>;
  /** Refuses where another command may be at work on the tenant. */
  requireLock(): Promise<void>;
  /** Asked for the end; a switch that is under way is taken back first. */
  stopping: AbortSignal;
  /** Resolves after so many milliseconds; false when the end was asked for meanwhile. */
  pause(ms: number): Promise<boolean>;
};

/** What a move tells as it goes: the name of the step for scripts, and a sentence. */
export type MoveNews = { step: string; text: string; facts?: Readonly<Record<string, number | string[]>> };

/** Waits, and ends with `AbortError` where the end was asked for. */
export async function wait({ pause, stopping }: MoveDeps, ms: number): Promise<void> {
  await pause(ms);
  stopping.throwIfAborted();
}
