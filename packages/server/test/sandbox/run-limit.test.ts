import { SCENARIO_RUNS_PER_MINUTE } from '@titular/contract';
import { createManualClock, startTestService, type TestService } from '@titular/test-kit';
import { addMember, type PasskeyPerson } from '@titular/test-kit/portal/people.ts';
import { addTenant, type TestTenant } from '@titular/test-kit/start-test-service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { outcomeOf } from '../portal/portal-calls.ts';

const clock = createManualClock();
let service: TestService;
let tenant: TestTenant;
let other: TestTenant;
let developer: PasskeyPerson;

beforeAll(async () => {
  service = await startTestService({ clock });
  tenant = await addTenant(service);
  other = await addTenant(service);
  developer = await addMember(service, tenant.tenantId, { role: 'developer' });
}, 360_000);
afterAll(() => service?.close());

const run = (
  person: PasskeyPerson,
  { tenantId, companyId }: TestTenant,
  scenario = 'approved',
  key?: string,
) =>
  person.browser.send(
    'runPortalScenario',
    { params: { tenant_id: tenantId }, body: { scenario, company: companyId } },
    key === undefined ? {} : { headers: { 'idempotency-key': key } },
  );

test('scenarios are run by hand so many times a minute and no oftener, of each tenant by itself, also all at once (P9)', async () => {
  const replies = [];
  for (let count = 0; count < SCENARIO_RUNS_PER_MINUTE - 2; count += 1)
    replies.push(await run(developer, tenant));
  replies.push(...(await Promise.all([1, 2, 3, 4].map(() => run(developer, tenant)))));
  const outcomes = replies.map((reply) => outcomeOf(reply));
  expect(outcomes.filter((outcome) => outcome !== '42912')).toEqual(
    Array.from({ length: SCENARIO_RUNS_PER_MINUTE }, () => outcomes[0]),
  );
  const refused = await run(developer, tenant);
  expect(outcomeOf(refused)).toBe('42912');
  const { count } = await service.service.database.db
    .selectFrom('transactions')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('tenant_id', '=', tenant.tenantId)
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(SCENARIO_RUNS_PER_MINUTE);
  const theirs = await addMember(service, other.tenantId, { role: 'developer' });
  expect(outcomeOf(await run(theirs, other))).toBe(outcomes[0]);
  clock.advanceSeconds(61);
  expect(outcomeOf(await run(developer, tenant))).toBe(outcomes[0]);
}, 60_000);

test('a press that is sent again, as after a lost answer, takes no other run of the minute and is answered the same (P9, P57)', async () => {
  clock.advanceSeconds(61);
  const keys = new Map(
    ['approved', 'process-finished', 'error-50001', 'error-50001-then-served'].map((name) => [
      name,
      crypto.randomUUID(),
    ]),
  );
  for (let count = keys.size; count < SCENARIO_RUNS_PER_MINUTE; count += 1)
    expect(outcomeOf(await run(developer, tenant))).toBe('200');
  const first = [];
  for (const [name, key] of keys) first.push((await run(developer, tenant, name, key)).body);
  expect(outcomeOf(await run(developer, tenant))).toBe('42912');
  const again = [];
  for (const [name, key] of keys) again.push((await run(developer, tenant, name, key)).body);
  expect(again).toEqual(first);
  expect(outcomeOf(await run(developer, tenant, 'inconclusive', keys.get('approved')))).toBe('40028');
});
