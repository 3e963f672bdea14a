import { fileURLToPath } from 'node:url';

/** Absolute path of the built documentation site: pages, `assets/`, and `site.json`, which lists them. */
export const docsDirectory: string = fileURLToPath(new URL('./dist', import.meta.url));

/** Absolute path of the built script of the page that sends requests (`/docs/try` of a service in `test`). */
export const consoleScript: string = fileURLToPath(new URL('./dist/try/console.js', import.meta.url));
