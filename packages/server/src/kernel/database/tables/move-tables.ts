import type { Generated } from 'kysely';
import type { TenantId } from '../../base/id.ts';

/** How far a move has come; the first five are of the source, the last two of the target. */
export type MovePhase = 'copying' | 'closing' | 'frozen' | 'moved' | 'aborting' | 'arriving' | 'arrived';

/** Columns of the table of tenants that move between deployments. */
export interface MoveTables {
  tenant_moves: {
    tenant_id: TenantId;
    side: 'source' | 'target';
    move_id: string;
    phase: MovePhase;
    mark: Generated<string>;
    closes_at: Date | null;
    peer: string;
    begun_at: Generated<Date>;
  };
}
