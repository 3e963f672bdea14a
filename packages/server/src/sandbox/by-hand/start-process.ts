import { type CreateProcessResponse, SCENARIO_HEADER } from '@titular/contract';
import { insertAuditEntry } from '../../audit/index.ts';
import type { Member } from '../../cases/index.ts';
import { answerOnce, findKeptAnswer } from '../../idempotency/index.ts';
import { type ProcessId, parseUuid } from '../../kernel/base/id.ts';
import { inTransaction } from '../../kernel/database/connect.ts';
import type { WriteIn } from '../../kernel/database/write-in.ts';
import { idleWithoutTurn } from '../../kernel/http/admission/admission.ts';
import type { SandboxPort } from '../../kernel/http/sandbox-port.ts';
import { type CreateProcessDeps, createProcess, parseProcessRequest } from '../../processes/index.ts';
import { inventProcess } from './invent.ts';

/** What starting a process by hand needs. */
export type StartProcessDeps = CreateProcessDeps & { sandbox: SandboxPort };

/** A run of a process scenario, by its seed; with a `key` it is carried out once. */
export type ProcessRun = { scenario: string; company: string; seed: string; key: string | undefined };

type Write = WriteIn<CreateProcessResponse>;

/** Starts a process that follows a scenario, with an audit entry in the same commit; its link is for nobody. Refuses as `createProcess` does. */
export async function startProcessByHand(
  deps: StartProcessDeps,
  { tenantId, actor }: Member,
  { scenario, company, seed, key }: ProcessRun,
): Promise<string> {
  const body = inventProcess(seed, company);
  const request = key === undefined ? undefined : { key, body, operation: `runPortalScenario ${actor}` };
  const kept = request && (await findKeptAnswer<CreateProcessResponse>(deps, tenantId, request));
  if (kept) return kept.process.id;
  const input = parseProcessRequest(body);
  const { identity } = input;
  const headers = { [SCENARIO_HEADER]: scenario };
  const platform = deps.identityPlatform.kind;
  const course = deps.sandbox.beforeCreate({ kind: 'process', headers, identity, platform });
  const subjectOf = ({ process }: CreateProcessResponse): ProcessId | undefined => parseUuid(process.id);
  const once: Write = (work) =>
    request
      ? answerOnce({ ...deps, idle: idleWithoutTurn }, tenantId, request, { work, subjectOf })
      : work(deps.db);
  const recorded: Write = (work) =>
    once((db) =>
      inTransaction(db, async (trx) => {
        const made = await work(trx);
        const entry = {
          action: 'process.create',
          subject: `process/${made.process.id}`,
          after: { scenario },
        } as const;
        await insertAuditEntry(trx, { clock: deps.clock, actor }, { tenantId, ...entry });
        return made;
      }),
    );
  return (await createProcess(deps, tenantId, input, recorded, course)).process.id;
}
