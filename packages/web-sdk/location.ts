import { fileURLToPath } from 'node:url';

/** Absolute path of the built SDK; present once the package's `build` script has run. */
export const sdkDirectory: string = fileURLToPath(new URL('./dist', import.meta.url));
