import { fileURLToPath } from 'node:url';

/** Absolute path of the built documentation site: pages, `assets/`, and `site.json`, which lists them. */
export const docsDirectory: string = fileURLToPath(new URL('./dist', import.meta.url));
