import { type Page, type Route, request as requests } from 'playwright-core';

/** Asks the server as the page does, by a way of its own: nothing of the answer gets to the browser, neither its cookies nor those that it takes away. */
export async function askBeside(route: Route): Promise<void> {
  const asked = route.request();
  const url = asked.url();
  const cookies = await asked.frame().page().context().cookies(url);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const body = asked.postDataBuffer();
  const beside = await requests.newContext();
  try {
    await beside.fetch(url, {
      method: asked.method(),
      headers: { ...asked.headers(), ...(cookie ? { cookie } : {}) },
      ...(body ? { data: body } : {}),
      maxRedirects: 0,
    });
  } finally {
    await beside.dispose();
  }
}

/** How a request is lost: before the server saw it, or with what the server answered. */
const LOSSES = {
  request: (route: Route) => route.abort('connectionfailed'),
  answer: async (route: Route) => {
    await askBeside(route);
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
