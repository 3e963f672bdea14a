import type { Kysely } from 'kysely';
import { type Clock, secondsBetween } from '../../kernel/base/clock.ts';
import type { TenantId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import type { SandboxPort, ScenarioCall } from '../../kernel/http/sandbox-port.ts';
import type { TenantKeys } from '../../tenants/index.ts';
import { refusalOf } from '../catalogue/refusals.ts';
import type { ScenarioRow } from '../catalogue/scenario.ts';
import { findScenario, operationsOf } from '../catalogue/scenarios.ts';
import { deleteRefusedCall, findRefusedCall, recordRefusedCall } from './refused-call-store.ts';

/** Who retries does it within this; a call that comes later is another one. */
const SAME_CALL_SECONDS = 600;

/** What remembering calls needs: they are kept under the key of their tenant alone, because they may name a person. */
type Deps = { db: Kysely<Tables>; clock: Clock; tenantKeys: TenantKeys };

function readScenario({ operationId, access, scenario }: ScenarioCall): ScenarioRow | undefined {
  const row = typeof scenario === 'string' ? findScenario(scenario) : undefined;
  if (row && operationsOf(row).includes(operationId)) return row;
  // What no token is asked for is open to whoever comes; it is no place to tell what is known.
  if (access !== 'token') return undefined;
  if (row) throw new Refusal('40090', `${operationId} does not take the scenario ${row.name}.`);
  throw new Refusal('40090');
}

/** Whether this call was refused a while ago, so that it is served now, and with a key from now on; else it is remembered. */
async function isServed(
  { db, clock, tenantKeys }: Deps,
  tenantId: TenantId,
  { text, isKeyed }: ScenarioCall,
): Promise<boolean> {
  const call = (await tenantKeys(tenantId)).hash('sandbox-call', text());
  const now = clock.now();
  const recall = isKeyed ? findRefusedCall : deleteRefusedCall;
  const refusedAt = await recall(db, tenantId, call);
  if (refusedAt && secondsBetween(refusedAt, now) <= SAME_CALL_SECONDS) return true;
  await recordRefusedCall(db, tenantId, call, now);
  return false;
}

/** Refuses as the scenario of a call wants it, if that is a refusal; with 40090 where the operation has no such scenario. */
export const createErrorInjection =
  (deps: Deps): SandboxPort['beforeHandle'] =>
  async (call) => {
    const row = readScenario(call);
    const reply = row && refusalOf(row, call.operationId);
    if (!reply || row.leadsTo.kind !== 'refused' || !row.leadsTo.isServedNext) return reply;
    const { tenantId } = call;
    const isOver = tenantId !== undefined && (await isServed(deps, tenantId, call));
    return isOver ? undefined : reply;
  };
