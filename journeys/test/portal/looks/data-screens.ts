import { listForms } from '@titular/server/settings/index.ts';
import type { Page } from 'playwright-core';
import { at, button, inTenant, type Screen } from './screen.ts';

const DATA = { seat: 'admin', path: inTenant('/data') } as const;
/** A number with right check digits that nobody in the world has. */
const NOBODY = '529.982.247-25';

const openForm = (page: Page): Promise<void> => button(page, 'Erase a person').click();

/** Opens the form, and fills in whom to erase. */
async function fill(page: Page): Promise<void> {
  await openForm(page);
  await page.locator('.modal .field input').first().fill(NOBODY);
  await page.locator('.modal .field input').last().fill('ticket-4711');
  await page.locator('.modal .dialog-acts .button-primary').click();
  await at('.what-goes')(page).waitFor();
}

const PROPOSAL = {
  id: '0199a1c2-7a52-7c3e-9d1f-3a2b4c5d6e01',
  identity: { key: 'cpf', masked: '•••.982.•••-••' },
  reference: 'ticket-4711',
  proposedBy: { id: '0199a1c2-7a52-7c3e-9d1f-3a2b4c5d6e02', name: 'Paula Prova' },
  isOwn: false,
  proposedAt: '2026-03-04T16:50:00.000Z',
  expiresAt: '2026-03-05T16:50:00.000Z',
};
const PATH = '**/portal/api/t/*/erasure-proposals/search';

/** Has the server answer what waits in a tenant where an erasure takes two. */
async function showWaiting(page: Page): Promise<void> {
  const proposals = [PROPOSAL, { ...PROPOSAL, id: PROPOSAL.id.replace('01', '03'), isOwn: true }];
  await page.route(PATH, (route) => route.fulfill({ json: { proposals, isTwoPerson: true } }));
  await page.reload();
  await button(page, /^Approve: /).waitFor();
}
const answerAgain = (page: Page): Promise<void> => page.unroute(PATH);

const WAITING = {
  id: '0199a1c2-7a52-7c3e-9d1f-3a2b4c5d6e11',
  proposedBy: PROPOSAL.proposedBy,
  isOwn: false,
  proposedAt: PROPOSAL.proposedAt,
  expiresAt: PROPOSAL.expiresAt,
};
const ACTS = [
  {
    ...{ kind: 'settings', ...WAITING, company: { id: WAITING.id, name: 'Loja Azul' } },
    changes: [
      { name: 'match-threshold', seen: '0.5', value: '0.45' },
      { name: 'web-origins', seen: '', value: 'https://shop.example' },
    ],
    forms: listForms(['match-threshold', 'web-origins']),
  },
  {
    ...{ kind: 'member', ...WAITING, id: WAITING.id.replace('11', '12'), isAboutYou: true },
    member: { id: WAITING.id, name: 'Rita Revisora' },
    ...{ linkBy: PROPOSAL.proposedBy, linkAt: PROPOSAL.proposedAt },
    seen: { role: 'viewer', companies: 'all', isActive: true },
    next: { role: 'reviewer', companies: 'all', isActive: true },
  },
  {
    ...{ kind: 'export', ...WAITING, id: WAITING.id.replace('11', '13') },
    filters: [{ name: 'status', values: ['approved', 'inconclusive'] }],
    columns: ['transaction', 'order_number', 'identity_kind', 'identity', 'card_name', 'card_last_digits'],
  },
];
const ACTS_PATH = '**/portal/api/t/*/acts/search';

/** Has the server answer changes that wait. */
async function showActs(page: Page): Promise<void> {
  await page.route(ACTS_PATH, (route) => route.fulfill({ json: { acts: ACTS } }));
  await page.reload();
  await button(page, /: Loja Azul|Loja Azul$/)
    .first()
    .waitFor();
}
const answerActsAgain = (page: Page): Promise<void> => page.unroute(ACTS_PATH);

/** Erasing a person: before, while it waits, and after. */
export const dataScreens: readonly Screen[] = [
  { ...DATA, name: 'data', shows: at('.due-table') },
  {
    ...DATA,
    name: 'data-waiting',
    reach: showWaiting,
    shows: at('.data-acts .button-danger'),
    leave: answerAgain,
  },
  {
    ...DATA,
    name: 'data-acts',
    reach: showActs,
    shows: at('.act-sides'),
    leave: answerActsAgain,
  },
  {
    ...DATA,
    name: 'data-acts-approve',
    pictures: 'none',
    async reach(page) {
      await showActs(page);
      await page.locator('.data-acts .button-primary').first().click();
    },
    shows: at('.modal .act-sides'),
    leave: answerActsAgain,
  },
  {
    ...DATA,
    name: 'data-acts-file',
    pictures: 'none',
    async reach(page) {
      await showActs(page);
      await page.locator('.data-acts .button-primary').last().click();
    },
    shows: at('.modal .act-sides'),
    leave: answerActsAgain,
  },
  { ...DATA, name: 'data-form', reach: openForm, shows: at('.modal .dialog-acts') },
  {
    ...DATA,
    name: 'data-wrong',
    pictures: 'none',
    async reach(page) {
      await openForm(page);
      await page.locator('.modal .dialog-acts .button-primary').click();
    },
    shows: at('.modal .field-error'),
  },
  { ...DATA, name: 'data-check', reach: fill, shows: at('.what-goes') },
  {
    ...DATA,
    name: 'data-approve',
    pictures: 'none',
    async reach(page) {
      await showWaiting(page);
      await button(page, /^Approve: /).click();
    },
    shows: at('.what-goes'),
    leave: answerAgain,
  },
  {
    ...DATA,
    name: 'data-receipt',
    pictures: 'none',
    async reach(page) {
      await fill(page);
      await page.locator('.modal .button-danger').click();
    },
    shows: at('.data-receipt'),
  },
];
