import { SCENARIO_HEADER, type ScenarioReply, type ScenarioRun } from '@titular/contract';
import { insertAuditEntry } from '../../audit/index.ts';
import {
  createByHand,
  hideUnknown,
  isWithin,
  type Member,
  parseCaseId,
  refuseUnseen,
} from '../../cases/index.ts';
import { answerNamed, findKeptAnswer, readIdempotencyKey } from '../../idempotency/index.ts';
import { newId, parseUuid } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { idleWithoutTurn } from '../../kernel/http/admission/admission.ts';
import type { RouteReply } from '../../kernel/http/route.ts';
import { type Endpoint, readEndpoint } from '../../webhooks/index.ts';
import type { ScenarioRow } from '../catalogue/scenario.ts';
import { catalogue, findScenario, operationsOf } from '../catalogue/scenarios.ts';
import { readExamination, type StartDeps, startExamination } from '../receiver-doctor/start-examination.ts';
import type { SandboxSteps } from '../sandbox-routes.ts';
import type { AskedRun, SandboxByHand } from './by-hand-routes.ts';
import { inventOrder } from './invent.ts';
import { type StartProcessDeps, startProcessByHand } from './start-process.ts';
import { takeRun } from './take-run.ts';

/** What running scenarios by hand needs: all that a create of the API does. */
export type ByHandDeps = StartProcessDeps & Parameters<typeof createByHand>[0] & StartDeps;

/** One run: what it follows, for whom, and what makes it the same as another one. */
type Run = { row: ScenarioRow; company: string; seed: string; key: string | undefined };

/** The operation that merchants know best, where several refuse so. */
const FIRST = 'createTransaction';

const operationOf = (row: ScenarioRow): string => {
  const operations = operationsOf(row);
  return operations.includes(FIRST) ? FIRST : (operations[0] ?? FIRST);
};

async function createTransaction(
  deps: ByHandDeps,
  member: Member,
  { row: { name }, company, seed, key }: Run,
): Promise<string> {
  const { id } = await createByHand(deps, member, {
    body: inventOrder(seed, company),
    idempotencyKey: key,
    headers: { [SCENARIO_HEADER]: name },
    noted: { scenario: name },
  });
  return id;
}

function toReply(operation: string, { status, body, headers = {} }: RouteReply): ScenarioReply {
  const told = body as { code?: string; sub_code?: string; message?: string; error_description?: string };
  const code = told.code ?? told.sub_code;
  const message = told.message ?? told.error_description;
  const retryAfter = headers['retry-after'];
  return {
    operation,
    status,
    ...(code === undefined ? {} : { code }),
    ...(message === undefined ? {} : { message }),
    ...(retryAfter === undefined ? {} : { retryAfterSeconds: Number(retryAfter) }),
  };
}

/** Asks the sandbox as a call of the operation does, before anything of it is looked at; undefined where the call would be served. */
async function askOperation(
  { sandbox }: ByHandDeps,
  { tenantId, actor }: Member,
  { row, seed }: Run,
): Promise<ScenarioReply | undefined> {
  const operationId = operationOf(row);
  const text = (): string => JSON.stringify(['runPortalScenario', actor, row.name, seed]);
  const call = { operationId, access: 'token', tenantId, scenario: row.name, isKeyed: true, text } as const;
  const reply = await sandbox.beforeHandle(call);
  return reply && toReply(operationId, reply);
}

/** Makes the call that a scenario refuses, and once more where it is served then; a create that is served is carried out. */
async function meetRefusal(deps: ByHandDeps, member: Member, run: Run): Promise<ScenarioRun> {
  const { db, clock } = deps;
  const { tenantId, actor } = member;
  const { name: scenario, leadsTo } = run.row;
  const entry = { action: 'sandbox.refusal', subject: `tenant/${tenantId}`, after: { scenario } } as const;
  await insertAuditEntry(db, { clock, actor }, { tenantId, ...entry });
  const first = await askOperation(deps, member, run);
  const replies = first ? [first] : [];
  if (leadsTo.kind !== 'refused' || !leadsTo.isServedNext) return { scenario, replies };
  const second = await askOperation(deps, member, run);
  const operation = operationOf(run.row);
  replies.push(second ?? { operation, status: 200 });
  if (second || operation !== FIRST) return { scenario, replies };
  return { scenario, replies, transactionId: await createTransaction(deps, member, run) };
}

/** Meets the refusal once for each press: a second one would be served where the first was refused. */
async function meetRefusalOnce(deps: ByHandDeps, member: Member, run: Run): Promise<ScenarioRun> {
  const { key, row, company } = run;
  const { tenantId, actor } = member;
  const request = { operation: `sandbox.refusal ${actor}`, body: { scenario: row.name, company } };
  const kept = key && (await findKeptAnswer<ScenarioRun>(deps, tenantId, { key, ...request }));
  if (kept) return kept;
  const met = await meetRefusal(deps, member, run);
  return answerNamed({ ...deps, idle: idleWithoutTurn }, tenantId, { key, ...request }, async () => met);
}

async function run(deps: ByHandDeps, member: Member, asked: AskedRun): Promise<ScenarioRun> {
  const { scenario, company } = asked;
  const row = findScenario(scenario);
  if (!row) throw new Refusal('40090');
  const companyId = parseUuid(company);
  // As in a create: a company out of scope is as unknown as none at all.
  if (!companyId || !isWithin(member, companyId)) throw new Refusal('40404');
  if (!(await deps.settings.findCompany(member.tenantId, companyId))?.active) throw new Refusal('40404');
  const key = readIdempotencyKey(asked.idempotencyKey);
  await takeRun(deps, member, { scenario, companyId, key });
  const made: Run = { row, company, key, seed: JSON.stringify([scenario, company, key ?? newId()]) };
  if (row.leadsTo.kind === 'status')
    return { scenario, replies: [], transactionId: await createTransaction(deps, member, made) };
  if (row.leadsTo.kind === 'process')
    return {
      scenario,
      replies: [],
      processId: await startProcessByHand(deps, member, { ...made, scenario }),
    };
  return meetRefusalOnce(deps, member, made);
}

/** An endpoint of a company that the member sees; refuses with 40420 any other id. */
async function requireSeenEndpoint({ db }: ByHandDeps, member: Member, id: string): Promise<Endpoint> {
  const endpoint = await hideUnknown(() => readEndpoint(db, member.tenantId, id));
  if (!isWithin(member, endpoint.companyId)) throw new Refusal('40420');
  return endpoint;
}

/** What people of the staff do with a sandbox: a run goes through the use cases that the API calls, under its checks. */
export const createByHandRuns = (steps: SandboxSteps, deps: ByHandDeps): SandboxByHand => ({
  list: () => ({ scenarios: catalogue() }),
  run: (member, asked) => run(deps, member, asked),
  async step(member, id, event) {
    const transactionId = parseCaseId(id);
    await refuseUnseen(deps, member, { kind: 'transaction', id: transactionId });
    return steps.step(member.tenantId, transactionId, event, member.actor);
  },
  async examine(member, id) {
    const endpoint = await requireSeenEndpoint(deps, member, id);
    return startExamination(deps, member, endpoint);
  },
  async readExamination(member, id) {
    const { endpointId } = await requireSeenEndpoint(deps, member, id);
    return readExamination(deps, { tenantId: member.tenantId, endpointId });
  },
});
