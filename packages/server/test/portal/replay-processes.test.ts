import type { ProcessCase } from '@titular/contract';
import { type PastProcess, processAt } from '@titular/contract/state-at';
import { renewProcessLinkByHand } from '@titular/server/cases/act/change-case.ts';
import { readProcessCase } from '@titular/server/cases/read/read-process-case.ts';
import type { PortalCaller } from '@titular/server/kernel/http/portal/portal-caller.ts';
import type { CaseRouteDeps } from '@titular/server/portal/cases/case-routes.ts';
import { operationsOf, scenarios } from '@titular/server/sandbox/catalogue/scenarios.ts';
import { createManualClock, startTestService, type TestService } from '@titular/test-kit';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf as linkCodeOf, Phone } from '../captures/phone.ts';
import { startProcess } from '../processes/process-fixture.ts';
import { idOf, startBy } from '../sandbox/process-scenario-fixture.ts';
import { settle } from '../sandbox/sandbox-fixture.ts';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { caseDepsOf, codeOf, memberOf } from './case-fixture.ts';

const ROUNDS = 5;
const clock = createManualClock();
const led = scenarios.filter(
  (row) => operationsOf(row).includes('createProcess') && row.leadsTo.kind === 'process',
);

let service: TestService;
let merchant: Merchant;
let deps: CaseRouteDeps;
let admin: PortalCaller;

beforeAll(async () => {
  service = await startTestService({ clock });
  merchant = await newMerchant(service, { ratePerSecond: 10_000, rateBurst: 10_000 });
  deps = await caseDepsOf(service, { clock });
  admin = memberOf(merchant.tenant.tenantId, 'admin');
}, 360_000);
afterAll(() => service?.close());

async function read(id: string): Promise<ProcessCase> {
  const { body } = await readProcessCase(deps, admin, id);
  if (!body) throw new Error('nobody has its version');
  return body;
}

const readStill = (id: string): Promise<ProcessCase> =>
  eventually(async () => {
    const [one, other] = [await read(id), await read(id)];
    if (JSON.stringify(one) !== JSON.stringify(other)) throw new Error('it moves');
    return one;
  });

/** What both tell: all but acts, calls, and when a process ended by the clock of the database. */
function comparable(state: ProcessCase | PastProcess): object {
  const { acts: _acts, readAt: _readAt, calls: _calls, captures, process, ...rest } = state;
  const { finishedAt: _finishedAt, ...known } = process;
  return {
    ...rest,
    process: known,
    timeline: rest.timeline.filter(({ source }) => source !== 'call'),
    attempts: captures.attempts.map(({ number, outcome }) => ({ number, outcome })),
    checks: captures.checks,
  };
}

/** Somebody opens a page and begins, or has a new link made; most rounds nothing happens. */
async function act(round: number, index: number, { id, address }: { id: string; address: string }) {
  if ((round + index) % 3 === 1) await codeOf(() => renewProcessLinkByHand(deps, admin, id));
  if ((round + index) % 3 !== 0) return;
  const phone = new Phone(service);
  const opened = await phone.open({ code: linkCodeOf(address) });
  if (opened.status === 200 && (await phone.consent()).status === 200) await phone.start();
}

test('computes of every earlier instant what a process was then: state, result, link, attempts, decision, timeline (F2)', async () => {
  const ids: string[] = [];
  for (const { name } of led) ids.push(idOf(await startBy(service, merchant, name)));
  const byHand: { id: string; address: string }[] = [];
  for (const expiresIn of ['60s', '3600s', '604800s'])
    byHand.push(await startProcess(merchant, undefined, { expiresIn }));
  ids.push(...byHand.map(({ id }) => id));
  const kept: { id: string; instant: string; then: ProcessCase }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, one] of byHand.entries()) await act(round, index, one);
    await settle(service, clock);
    for (const id of ids) {
      const then = await readStill(id);
      kept.push({ id, instant: then.readAt, then });
    }
    clock.advanceSeconds(round % 2 === 0 ? 20 : 400);
  }
  const now = new Map<string, ProcessCase>();
  for (const id of ids) now.set(id, await readStill(id));
  const seen = new Set<string>();
  for (const { id, instant, then } of kept) {
    const past = processAt(now.get(id) as ProcessCase, instant);
    expect(comparable(past as PastProcess), `${id} at ${instant}`).toEqual(comparable(then));
    seen.add(then.process.result ?? then.process.state).add(`link ${then.link.state}`);
  }
  const met = ['PROCESS_STATE_CREATED', 'PROCESS_RESULT_OK', 'PROCESS_RESULT_EXPIRED'];
  for (const one of [...met, 'link unopened', 'link open']) expect([...seen]).toContain(one);
}, 600_000);

test('a process is at the instant of reading the present one without acts, before its start nothing, and after its time over (F2)', async () => {
  const { id } = await startProcess(merchant, undefined, { expiresIn: '60s' });
  const waiting = await readStill(id);
  expect(processAt(waiting, waiting.readAt)).toEqual({ ...waiting, acts: [] });
  const before = new Date(Date.parse(waiting.process.createdAt) - 1).toISOString();
  expect(processAt(waiting, before)).toBeUndefined();
  clock.advanceSeconds(600);
  const over = await readStill(id);
  const past = processAt(over, new Date(Date.parse(over.process.expiresAt) + 1).toISOString());
  expect(past?.process).toMatchObject({ state: 'PROCESS_STATE_FAILED', result: 'PROCESS_RESULT_EXPIRED' });
});
