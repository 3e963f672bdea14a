import type { BrowserContext, Cookie, Page, Route } from 'playwright-core';

/** Gives the browser the cookies that it had; those it keeps are never missing, because another request may be on its way. */
async function bringBack(context: BrowserContext, before: Cookie[]): Promise<void> {
  await context.addCookies(before);
  const keyOf = ({ name, domain, path }: Cookie): string => [name, domain, path].join();
  const kept = new Set(before.map(keyOf));
  for (const cookie of await context.cookies())
    if (!kept.has(keyOf(cookie)))
      await context.clearCookies({ name: cookie.name, domain: cookie.domain, path: cookie.path });
}

/** How a request is lost: before the server saw it, or with what the server answered. */
const LOSSES = {
  request: (route: Route) => route.abort('connectionfailed'),
  answer: async (route: Route) => {
    // A cookie that came with the answer is lost with it.
    const context = route.request().frame().page().context();
    const before = await context.cookies();
    const response = await route.fetch();
    if ('set-cookie' in response.headers()) await bringBack(context, before);
    await route.abort('connectionreset');
  },
} as const;
/** Names of the two. */
export type Loss = keyof typeof LOSSES;

/** Loses those of the page's requests that are chosen by what they ask for, as in `PUT /capture/session/consent`, in the order they come. */
export async function lose(page: Page, loss: Loss, isLost: (asked: string) => boolean): Promise<void> {
  await page.route('**/*', async (route) => {
    const request = route.request();
    const settle = isLost(`${request.method()} ${new URL(request.url()).pathname}`)
      ? LOSSES[loss](route)
      : route.continue();
    // A request that the page left behind can be neither answered nor lost any more.
    await settle.catch(() => undefined);
  });
}
