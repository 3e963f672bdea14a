import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GuideFixture, openGuides } from './guide-fixture.ts';

const SUBJECTS_MS = 360_000;
const PAGES = ['audit-log', 'evidence', 'hosted-page', 'keys', 'portal'];

/** The statements are run by the tests of the audit log, in a database of their own. */
const RUN_ELSEWHERE = ['audit-log/hand-over'];

let fixture: GuideFixture;
/** What a reader has set. */
let values: { BASE: string; TOKEN: string };
beforeAll(async () => {
  fixture = await openGuides([...PAGES, 'webhooks']);
  const { url: BASE } = fixture.service;
  const { clientId, clientSecret } = fixture.demo;
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  const body = new URLSearchParams({ grant_type: 'client_credentials' });
  const answer = await fetch(`${BASE}/oauth2/token`, { method: 'POST', headers: { authorization }, body });
  values = { BASE, TOKEN: ((await answer.json()) as { access_token: string }).access_token };
}, SUBJECTS_MS);
afterAll(() => fixture.close());

test(
  'the receipt and the document of an approval are read, and the receipt is verified without the service',
  async () => {
    await fixture.shell('first-transaction', 'values');
    await fixture.shell('first-transaction', 'token');
    const { id: ID } = JSON.parse(await fixture.shell('first-transaction', 'approved'));
    await expect
      .poll(async () => JSON.parse(await fixture.shell('first-transaction', 'status', { ID })).status, {
        timeout: 60_000,
      })
      .toBe('approved');
    await fixture.shell('evidence', 'read', { ...values, ID });
    const { line, stop } = fixture.startProgram('evidence', 'verify-receipt.ts');
    let payload = '';
    for (let next = await line(); next !== undefined; next = await line()) payload += next;
    await stop();
    expect(payload).toContain(`'${ID}'`);
  },
  SUBJECTS_MS,
);

test(
  'a receiver of the page of webhooks passes the examination, and its developer gets a link',
  async () => {
    const { companyId, tenantId: TENANT, webhookUrl, webhookSecret: WEBHOOK_SECRET } = fixture.demo;
    const receiver = fixture.startProgram('webhooks', 'receiver.mjs', {
      ...{ WEBHOOK_SECRET, PORT: new URL(webhookUrl).port },
    });
    expect(await receiver.line()).toBe('ready');
    const endpoints = `${values.BASE}/api/public/v1/webhook-endpoints?company=${companyId}`;
    const listed = await fetch(endpoints, { headers: { authorization: `Bearer ${values.TOKEN}` } });
    const { endpoints: found } = (await listed.json()) as { endpoints: { id: string }[] };
    const ENDPOINT = found[0]?.id ?? '';
    const examined = await fixture.shell('webhooks', 'examine', { ENDPOINT, TENANT });
    expect(examined).toContain('closing');
    expect(examined).not.toContain('wrong');
    expect(await fixture.shell('webhooks', 'receiver-link', { ENDPOINT, TENANT })).toContain('#');
  },
  SUBJECTS_MS,
);

test(
  'a tenant is set up as the front page says, with its first operator and admin, and what its page shows of a company',
  async () => {
    await fixture.shell('README', 'set-up');
    for (const name of ['invite-operator', 'invite-admin'])
      expect(await fixture.shell('portal', name)).toContain('#');
    const { companyId: COMPANY } = fixture.demo;
    expect(await fixture.shell('hosted-page', 'contact', { COMPANY })).toContain('privacy-url');
  },
  SUBJECTS_MS,
);

test(
  'the audit log is searched and verified from an anchor, and a stolen signing key ends',
  async () => {
    await fixture.shell('audit-log', 'list');
    const { rows } = await fixture.service.service.database.pool.query(
      `SELECT encode(hash, 'hex') AS anchor FROM audit_chain ORDER BY position LIMIT 1`,
    );
    const verified = await fixture.shell('audit-log', 'verify', { ANCHOR: rows[0].anchor });
    expect(verified).toMatch(/anchor at position +1\b/);
    const ended = await fixture.shell('keys', 'end-at-once');
    for (const purpose of ['access-token', 'sdk-token', 'receipt']) expect(ended).toContain(purpose);
  },
  SUBJECTS_MS,
);

test('every piece of code of these pages that has a name was run', () => {
  const own = fixture.snippets.filter(({ page }) => PAGES.includes(page)).map(({ id }) => id);
  expect(own.filter((id) => !fixture.ran.has(id) && !RUN_ELSEWHERE.includes(id))).toEqual([]);
});
