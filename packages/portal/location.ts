import { fileURLToPath } from 'node:url';

/** Absolute path of the built portal: `index.html` and `assets/`; present once the package's `build` script has run. */
export const portalDirectory: string = fileURLToPath(new URL('./dist', import.meta.url));
