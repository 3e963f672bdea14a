import { fileURLToPath } from 'node:url';

/** Absolute path of the built page: `index.<language>.html` and `assets/`; present once the package's `build` script has run. */
export const pageDirectory: string = fileURLToPath(new URL('./dist', import.meta.url));
