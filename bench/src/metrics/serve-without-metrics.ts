import { registerHooks } from 'node:module';

/** Modules of the service, and what takes the place of each. */
const SILENT = [
  ['/server/src/kernel/metrics/instruments.ts', new URL('silent-instruments.ts', import.meta.url).href],
  ['/server/src/kernel/http/observe-requests.ts', new URL('silent-observers.ts', import.meta.url).href],
] as const;

registerHooks({
  resolve: (specifier, context, next) => {
    const found = next(specifier, context);
    const [, silent] = SILENT.find(([end]) => found.url.endsWith(end)) ?? [];
    // What takes its place is made of it.
    return silent === undefined || context.parentURL === silent ? found : { ...found, url: silent };
  },
});

await import('../harness/serve.ts');
