import { insertAnyEntry } from '@titular/test-kit/database/insert-any-entry.ts';
import { LONG_KEY_ID } from './make-accounts.ts';
import { LONG_ANSWER, NAUGHTY } from './naughty-strings.ts';
import { at, type Screen } from './screen.ts';
import type { World } from './world.ts';

/** Fewer characters than a log keeps of an answer. */
const KEPT_OF_ANSWER = 4_000;

const inNaughty =
  (rest = '') =>
  ({ naughty }: World): string =>
    `/t/${naughty.tenantId}${rest}`;
type Said = { says: readonly string[] };
const screen = (
  name: string,
  path: Screen['path'],
  shown: string,
  { says }: Said,
  reach?: Screen['reach'],
): Screen => ({
  name: `naughty-${name}`,
  says,
  seat: 'naughty',
  path,
  shows: at(shown),
  pictures: 'none',
  ...(reach && { reach }),
});
const transaction =
  (text: string, rest = '') =>
  (world: World): string =>
    inNaughty(`/transactions/${world.ids.get(`transaction ${text}`)}${rest}`)(world);

/** An entry of the audit log whose actor, subject, names and values do harm where they can. */
const writeNaughtyEntry = ({ journey, naughty, clock }: World): Promise<void> =>
  insertAnyEntry(
    journey.service.service.database.db,
    { clock, actor: NAUGHTY.word },
    {
      ...{ tenantId: naughty.tenantId, action: 'a.change', subject: NAUGHTY.bidi },
      before: { [NAUGHTY.markup]: NAUGHTY.zeroWidth },
      after: { [NAUGHTY.markup]: NAUGHTY.word.repeat(40), [NAUGHTY.bidi]: NAUGHTY.bidi },
    },
  );

/** Screens with texts that merchants, persons and receivers chose to do harm. */
export const naughtyScreens: readonly Screen[] = [
  screen('home', inNaughty(), '.ticks', { says: [NAUGHTY.markup] }),
  screen(
    'settings',
    (world) => inNaughty(`/settings/company/${world.naughty.companyId}`)(world),
    '.settings-bar',
    { says: [] },
    async (page) => {
      const field = page.locator('[data-setting="brand-name"]').getByRole('textbox');
      await field.fill(NAUGHTY.word);
      await page.locator('[data-setting="web-origins"]').getByRole('textbox').fill(NAUGHTY.markup);
    },
  ),
  screen('transactions', inNaughty('/transactions'), '.row-table tbody th', { says: Object.values(NAUGHTY) }),
  screen('transaction-markup', transaction(NAUGHTY.markup), '.case-main', { says: [NAUGHTY.markup] }),
  screen('transaction-bidi', transaction(NAUGHTY.bidi), '.case-main', { says: [NAUGHTY.bidi] }),
  screen('transaction-word', transaction(NAUGHTY.word), '.case-main', { says: [NAUGHTY.word] }),
  screen('earlier-word', transaction(NAUGHTY.word, '?at=2099-01-01T00:00:00Z'), '.moment input[type=range]', {
    says: [NAUGHTY.word],
  }),
  screen(
    'webhooks',
    transaction(NAUGHTY.markup, '?part=webhooks'),
    '.tries details',
    { says: [LONG_ANSWER.slice(0, KEPT_OF_ANSWER)] },
    (page) => page.locator('.tries summary').first().click(),
  ),
  screen(
    'endpoint-delivery',
    (world) =>
      inNaughty(
        `/developers/endpoints/${world.ids.get('naughty endpoint')}?open=${world.ids.get('naughty delivery')}`,
      )(world),
    '.tries details[open] .code',
    { says: [LONG_ANSWER.slice(0, KEPT_OF_ANSWER)] },
    (page) => page.getByText('What the receiver answered').first().click(),
  ),
  screen(
    'event',
    (world) => inNaughty(`/developers/events/${world.ids.get('naughty event')}`)(world),
    '.tries details[open] .code',
    { says: [LONG_ANSWER.slice(0, KEPT_OF_ANSWER)] },
    (page) => page.getByText('What the receiver answered').first().click(),
  ),
  screen(
    'account',
    (world) => inNaughty(`/developers/accounts/${world.naughty.account}`)(world),
    '#keys tbody tr',
    {
      says: [LONG_KEY_ID],
    },
  ),
  screen('processes', inNaughty('/processes'), '.row-table tbody th', { says: Object.values(NAUGHTY) }),
  screen(
    'process',
    (world) => inNaughty(`/processes/${world.ids.get(NAUGHTY.zeroWidth)}`)(world),
    '.case-main',
    { says: [NAUGHTY.zeroWidth] },
  ),
  screen(
    'audit',
    inNaughty('/audit'),
    '.audit-before',
    { says: Object.values(NAUGHTY) },
    async (page, world) => {
      await writeNaughtyEntry(world);
      await page.reload();
    },
  ),
  screen('team', inNaughty('/team'), '.roles', { says: [NAUGHTY.markup] }),
  screen('me', () => '/me', '.list li', { says: [NAUGHTY.markup, NAUGHTY.word] }),
  screen('person', transaction(NAUGHTY.word), '.revealed', { says: [NAUGHTY.word] }, (page) =>
    page.getByRole('button', { name: 'Show Name' }).first().click(),
  ),
];
