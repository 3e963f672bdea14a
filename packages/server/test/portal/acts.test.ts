import {
  type CaseAct,
  TENANT_ROLES,
  type TenantRole,
  TRANSACTION_STATUSES,
  type TransactionStatus,
} from '@titular/contract';
import {
  cancelByHand,
  renewProcessLinkByHand,
  renewTransactionLink,
  resendByHand,
} from '@titular/server/cases/act/change-case.ts';
import { createByHand } from '@titular/server/cases/act/create-by-hand.ts';
import { noteByHand, withdrawByHand } from '@titular/server/cases/act/note-case.ts';
import { readPortalEvidence, readPortalReceipt } from '@titular/server/cases/act/read-evidence.ts';
import { revealField } from '@titular/server/cases/act/reveal-field.ts';
import { viewPicture } from '@titular/server/cases/act/view-picture.ts';
import { makeCaseFile } from '@titular/server/cases/file/make-case-file.ts';
import { readProcessCase } from '@titular/server/cases/read/read-process-case.ts';
import { readTransactionCase } from '@titular/server/cases/read/read-transaction-case.ts';
import { type CompanyId, newId } from '@titular/server/kernel/base/id.ts';
import type { PortalCaller } from '@titular/server/kernel/http/portal/portal-caller.ts';
import type { CaseRouteDeps } from '@titular/server/portal/cases/case-routes.ts';
import { createCompany } from '@titular/server/tenants/administer-tenants.ts';
import { cancelAsOperator } from '@titular/server/transactions/change/cancel-transaction.ts';
import {
  newCpf,
  newTransactionBody,
  operatorOf,
  startTestService,
  type TestService,
} from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { addPicture } from '@titular/test-kit/portal/add-picture.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { idOf, startBy } from '../sandbox/process-scenario-fixture.ts';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { newEndpoint } from '../webhooks/endpoint-fixture.ts';
import { caseDepsOf, codeOf, memberOf } from './case-fixture.ts';

let service: TestService;
let merchant: Merchant;
let other: Merchant;
let deps: CaseRouteDeps;
let secondCompany: CompanyId;

beforeAll(async () => {
  service = await startTestService();
  merchant = await newMerchant(service);
  other = await newMerchant(service);
  deps = await caseDepsOf(service);
  secondCompany = await createCompany(operatorOf(service), merchant.tenant.tenantId, { name: 'Second' });
  // A public address to which nothing is ever sent with success.
  await newEndpoint(merchant);
}, 360_000);
afterAll(() => service.close());

const db = () => service.service.database.db;
const as = (role: TenantRole, companies: 'all' | readonly CompanyId[] = 'all'): PortalCaller =>
  memberOf(merchant.tenant.tenantId, role, { companies });
const newOne = async (changes: object = {}): Promise<string> =>
  String((await merchant.create({ ...changes })).body['id']);

async function newIn(status: TransactionStatus): Promise<string> {
  const id = await newOne();
  const finishedAt = OPEN.includes(status) ? null : new Date();
  const decision =
    status === 'approved'
      ? JSON.stringify({ result: 'approved', reasons: ['live'], engineVersion: 'x', matchThreshold: 0.5 })
      : null;
  await db()
    .updateTable('transactions')
    .set({ status, finished_at: finishedAt, decision })
    .where('transaction_id', '=', asId(id))
    .execute();
  return id;
}

const actsOf = async (caller: PortalCaller, id: string): Promise<readonly CaseAct[]> =>
  (await readTransactionCase(deps, caller, id)).body?.acts ?? [];
const entriesAbout = (id: string) =>
  db().selectFrom('audit_log').selectAll().where('subject', 'like', `%/${id}`).orderBy('entry_id').execute();

/** What each role may do in the test environment, written out. */
const ROLES: Readonly<Record<TenantRole, readonly CaseAct[]>> = {
  viewer: [],
  support: ['renew_link', 'cancel', 'reveal', 'read_evidence', 'resend', 'write_note', 'make_case_file'],
  reviewer: ['reveal', 'view_pictures', 'read_evidence', 'write_note', 'give_verdict', 'make_case_file'],
  developer: ['renew_link', 'cancel', 'resend'],
  admin: [
    'renew_link',
    'cancel',
    'reveal',
    'read_evidence',
    'resend',
    'write_note',
    'give_verdict',
    'make_case_file',
  ],
};
const OPEN: readonly TransactionStatus[] = ['waiting', 'shared', 'processing'];
const BY_STATUS: Readonly<Partial<Record<TransactionStatus, readonly CaseAct[]>>> = {
  waiting: ['renew_link', 'cancel'],
  shared: ['renew_link', 'cancel'],
  approved: ['read_evidence'],
};

describe('the acts of a case', () => {
  test.each(TRANSACTION_STATUSES)(
    'of status %s are those that status and role allow, and are then done; others are refused (P7)',
    async (status) => {
      const id = await newIn(status);
      await addPicture(deps, merchant.tenant.tenantId, id);
      const always: CaseAct[] = ['reveal', 'view_pictures', 'write_note'];
      if (!OPEN.includes(status)) always.push('give_verdict', 'make_case_file');
      const taken = [...always, ...(BY_STATUS[status] ?? [])];
      for (const role of TENANT_ROLES) {
        const expected = ROLES[role].filter((act) => taken.includes(act));
        expect((await actsOf(as(role), id)).toSorted(), role).toEqual(expected.toSorted());
      }
      const caller = as('admin');
      const isOpen = taken.includes('cancel');
      expect(await codeOf(() => renewTransactionLink(deps, caller, id))).toBe(isOpen ? undefined : '40050');
      const receipt = await codeOf(() => readPortalReceipt(deps, caller, id));
      expect(receipt).toBe(status === 'approved' ? undefined : '40048');
      const isCanceled = isOpen || status === 'canceled';
      expect(await codeOf(() => cancelByHand(deps, caller, id))).toBe(isCanceled ? undefined : '40046');
      expect((await actsOf(caller, id)).includes('cancel')).toBe(false);
    },
  );

  test('of production leave out what a developer may do in the test environment alone (P7)', async () => {
    const id = await newOne();
    const developer = memberOf(merchant.tenant.tenantId, 'developer', { environment: 'production' });
    expect(await actsOf(developer, id)).toEqual([]);
    expect(await actsOf(as('developer'), id)).toEqual(['renew_link', 'cancel']);
  });

  test('end with an entry in the same commit that is the one of API and command line but for the actor (P17)', async () => {
    const [byMember, byCommand] = [await newOne(), await newOne()];
    const caller = as('support');
    await cancelByHand(deps, caller, byMember);
    await cancelAsOperator(
      { ...operatorOf(service), actor: 'command-line:maria' },
      merchant.tenant.tenantId,
      byCommand,
    );
    const strip = (id: string) => async () =>
      (await entriesAbout(id)).map(({ action, subject, before, after }) => ({
        action,
        subject: subject.replace(id, ''),
        before,
        after,
      }));
    expect(await strip(byMember)()).toEqual(await strip(byCommand)());
    expect((await entriesAbout(byMember)).map(({ actor }) => actor)).toEqual([caller.actor]);
    const { history } = (await merchant.history(byMember)).body as {
      history: { actor: string; reasons: string[] }[];
    };
    expect(history.at(-1)).toMatchObject({ actor: 'merchant', reasons: ['canceled_by_merchant'] });
  });

  test('give a new link once, end the earlier ones, and keep nothing of it in the log (P6, P17, P38)', async () => {
    const id = await newOne();
    const caller = as('support');
    const first = await renewTransactionLink(deps, caller, id);
    const second = await renewTransactionLink(deps, caller, id);
    expect(second.link).not.toBe(first.link);
    const { body } = await readTransactionCase(deps, as('admin'), id);
    expect(body?.link).toMatchObject({ state: 'unopened', isCapturing: false });
    expect(body?.timeline.filter(({ source, code }) => source === 'link' && code === 'revoked')).toHaveLength(
      2,
    );
    expect(JSON.stringify(await entriesAbout(id))).not.toContain(first.link.split('/').at(-1));
    const process = idOf(await startBy(service, merchant, 'process-expired', { cpf: newCpf() }));
    await expect(renewProcessLinkByHand(deps, caller, process)).resolves.toMatchObject({
      link: expect.stringMatching(/^http/),
    });
    expect(await entriesAbout(process)).toMatchObject([
      { action: 'process.renew-link', actor: caller.actor },
    ]);
    expect((await readProcessCase(deps, caller, process)).body?.acts).toContain('renew_link');
  });
});

describe('creating by hand', () => {
  test('has the checks of the API, an entry in the same commit, and one transaction for a double click (P17)', async () => {
    const caller = as('support');
    const body = newTransactionBody(merchant.tenant.companyId) as never;
    const idempotencyKey = newId();
    const press = () => createByHand(deps, caller, { body, idempotencyKey });
    const [one, two] = await Promise.all([press(), press()]);
    expect(two).toEqual(one);
    expect(await press()).toEqual(one);
    expect(await entriesAbout(one.id)).toMatchObject([{ action: 'transaction.create', actor: caller.actor }]);
    expect(
      await codeOf(() =>
        createByHand(deps, caller, {
          body: { ...(body as object), value: -1 } as never,
          idempotencyKey: undefined,
        }),
      ),
    ).toBe('40002');
    expect(
      await codeOf(() =>
        createByHand(deps, caller, {
          body: { ...(body as object), orderNumber: 'x' } as never,
          idempotencyKey,
        }),
      ),
    ).toBe('40028');
  });

  test('takes no company out of scope, nor one of another tenant: both are as unknown as none at all (P33)', async () => {
    const caller = as('support', [merchant.tenant.companyId]);
    for (const company of [secondCompany, other.tenant.companyId, newId()]) {
      const body = newTransactionBody(company) as never;
      expect(await codeOf(() => createByHand(deps, caller, { body, idempotencyKey: undefined }))).toBe(
        '40404',
      );
    }
  });
});

describe('an id of another tenant, of a company out of scope, or of nothing', () => {
  test('is refused alike by every call about a case (P33)', async () => {
    const out = await newOne({ company: secondCompany });
    const foreign = String((await other.create()).body['id']);
    const process = idOf(await startBy(service, other, 'process-finished', { cpf: newCpf() }));
    const caller = as('admin', [merchant.tenant.companyId]);
    const ask = { attemptId: newId(), step: 0, reason: 'ticket 4711' };
    const calls: Record<string, (id: string) => Promise<unknown>> = {
      readTransactionCase: (id) => readTransactionCase(deps, caller, id),
      readProcessCase: (id) => readProcessCase(deps, caller, id),
      revealTransactionField: (id) => revealField(deps, caller, { kind: 'transaction', id }, 'identity'),
      revealProcessField: (id) => revealField(deps, caller, { kind: 'process', id }, 'identity'),
      viewTransactionPicture: (id) => viewPicture(deps, caller, { kind: 'transaction', id }, ask),
      viewProcessPicture: (id) => viewPicture(deps, caller, { kind: 'process', id }, ask),
      renewTransactionLink: (id) => renewTransactionLink(deps, caller, id),
      renewProcessLinkByHand: (id) => renewProcessLinkByHand(deps, caller, id),
      cancelByHand: (id) => cancelByHand(deps, caller, id),
      readPortalReceipt: (id) => readPortalReceipt(deps, caller, id),
      readPortalEvidence: (id) => readPortalEvidence(deps, caller, id),
      resendPortalDelivery: (id) => resendByHand(deps, caller, id),
      writeNote: (id) => noteByHand(deps, caller, id, { body: { text: 'a note' } }),
      giveVerdict: (id) => noteByHand(deps, caller, id, { body: { verdict: 'fraud' } }),
      makeCaseFile: (id) => makeCaseFile(deps, caller, id, { language: 'en' }),
      withdrawNote: (id) => withdrawByHand(deps, caller, { id, noteId: newId() }),
    };
    for (const [name, call] of Object.entries(calls))
      for (const id of [out, foreign, process, newId()])
        expect(await codeOf(() => call(id)), name).toBe('40420');
    expect([...(await entriesAbout(out)), ...(await entriesAbout(foreign))]).toEqual([]);
  });
});
