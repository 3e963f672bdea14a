import type { Page, Route } from 'playwright-core';

/** How a request is lost: before the server saw it, or with what the server answered. */
const LOSSES = {
  request: (route: Route) => route.abort('connectionfailed'),
  answer: async (route: Route) => {
    // A cookie that came with the answer is lost with it.
    const context = route.request().frame().page().context();
    const before = await context.cookies();
    await route.fetch();
    await context.clearCookies();
    await context.addCookies(before);
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
