import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';

/** A browser that knows only the contexts that were opened by it, and closes those alone. */
export function shareBrowser(browser: Browser): Browser {
  const opened = new Set<BrowserContext>();
  const own = {
    async newContext(options?: BrowserContextOptions): Promise<BrowserContext> {
      const context = await browser.newContext(options);
      opened.add(context);
      context.once('close', () => opened.delete(context));
      return context;
    },
    contexts: () => [...opened],
    async close(): Promise<void> {
      await Promise.all([...opened].map((context) => context.close()));
    },
  };
  // What opens a page in a context of its own does that by the `newContext` that it finds here.
  return new Proxy(browser, {
    get: (target, name) => Reflect.get(Object.hasOwn(own, name) ? own : target, name),
    set: (_target, name, value) => Reflect.set(own, name, value),
  });
}
