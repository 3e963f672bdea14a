import { changeSettings, parseSettings } from '@titular/server/settings/change-settings.ts';
import { createManualClock, operatorOf, startTestService, type TestService } from '@titular/test-kit';
import { addMember, type PasskeyPerson, signInWithPasskey } from '@titular/test-kit/portal/people.ts';
import type { PortalBrowser } from '@titular/test-kit/portal/portal-browser.ts';
import { addTenant, type TestTenant } from '@titular/test-kit/start-test-service.ts';
import { sql } from 'kysely';
import { outcomeOf } from '../portal-calls.ts';

/** A tenant where dangerous acts take two persons, with three admins who count as such, whatever time it is. */
export async function openTeam() {
  const clock = createManualClock();
  const service: TestService = await startTestService({ clock });
  const tenant: TestTenant = await addTenant(service);
  const { db } = service.service.database;
  const { tenantId, companyId } = tenant;
  const params = { tenant_id: tenantId };
  const add = (role: 'admin' | 'viewer' | 'reviewer' = 'admin'): Promise<PasskeyPerson> =>
    addMember(service, tenantId, { role });
  const standLong = async (): Promise<void> => {
    for (const table of ['user_memberships', 'user_authenticators'])
      await sql`UPDATE ${sql.table(table)} SET created_at = created_at - interval '2 days'`.execute(db);
  };
  const admins = [await add(), await add(), await add()] as const;
  await standLong();
  const set = (kind: 'tenant' | 'company', values: Record<string, string>) =>
    changeSettings(
      { ...operatorOf(service), clock },
      kind === 'tenant' ? { kind, tenantId } : { kind, tenantId, companyId },
      parseSettings(kind, new Map(Object.entries(values))),
    );
  const signInAnew = async (...people: readonly PasskeyPerson[]): Promise<void> => {
    for (const person of people) person.browser = await signInWithPasskey(service, person);
  };
  const approve = async (browser: PortalBrowser, { id }: { id: string }): Promise<string> =>
    outcomeOf(await browser.send('approveAct', { params: { ...params, act_id: id }, body: {} }));
  const withdraw = async (browser: PortalBrowser, { id }: { id: string }): Promise<string> =>
    outcomeOf(await browser.send('withdrawAct', { params: { ...params, act_id: id }, body: {} }));
  const waiting = async (browser: PortalBrowser): Promise<string[]> =>
    (await browser.call('searchActs', { params, body: {} })).acts.map(({ id }) => id);
  const entriesAbout = ({ id }: { id: string }) =>
    db
      .selectFrom('audit_log')
      .select(['action', 'actor', 'before', 'after'])
      .where('subject', '=', `act/${id}`)
      .orderBy('entry_id')
      .execute();
  return {
    ...{ tenant, clock, service, db, tenantId, companyId, params, admins, add, standLong, set, signInAnew },
    ...{ approve, withdraw, waiting, entriesAbout },
  };
}

/** The tenant and its people, as a test reads them. */
export type ActsTeam = Awaited<ReturnType<typeof openTeam>>;
