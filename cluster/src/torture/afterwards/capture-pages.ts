import { Page } from '../../load/pages.ts';
import { API, cardOfOrder, fetchToken, post } from '../../load/requests.ts';
import type { Figure } from '../../trial.ts';
import type { Ground } from '../ground.ts';
import { zero } from '../judged.ts';
import { marksIn, type Tenant } from '../load/tenant.ts';

/** Tenants one of whose pages is opened, all at once. */
const OPENED = 24;

/** What a page was answered that a link of a tenant opens: it names the company. */
type Opened = { mark: string; text: string };

/** Judges pages: each names the company of its own tenant, and none another one. */
export const figuresOfPages = (opened: readonly Opened[]): Figure[] => {
  const named = opened.filter(({ mark, text }) => text.includes(`Shop ${mark}`)).length;
  return [
    {
      what: 'I6: pages that links open, with the company whose link it is',
      value: `${named} of ${opened.length}`,
      target: 'all',
      isMet: named === opened.length && named > 0,
    },
    zero(
      'I6: pages that tell of another tenant',
      opened.filter(({ mark, text }) => marksIn(text).some((one) => one !== mark)).length,
    ),
  ];
};

/** Creates a transaction and opens its link; where there was too much to do the page has nothing. */
async function openOne({ nodes: { urls }, seed }: Ground, tenant: Tenant, place: number): Promise<Opened> {
  const url = urls[place % urls.length] ?? '';
  const order = `trial-page-${seed}-${tenant.mark}`;
  const body = cardOfOrder(tenant.companyId, order, tenant.surname);
  const made = await post(`${url}${API}/transaction`, await fetchToken(url, tenant), body);
  const { link = '' } = JSON.parse(made.body) as { link?: string };
  const page = new Page(urls.toReversed());
  const answer = link === '' ? made : await page.call('POST', '', { code: link.split('/').at(-1) });
  return { mark: tenant.mark, text: JSON.stringify(answer.body) };
}

/** Opens pages of many tenants at once, over both processes (I6). */
export const openPages = async (ground: Ground): Promise<Figure[]> =>
  figuresOfPages(
    await Promise.all(ground.tenants.slice(0, OPENED).map((tenant, place) => openOne(ground, tenant, place))),
  );
