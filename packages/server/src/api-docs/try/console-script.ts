import { consoleScript } from '@titular/docs-site';
import { type CompressedFile, readCompressedFile } from '../../kernel/http/answers/compressed-files.ts';
import { CONTENT_TYPES } from '../../kernel/http/answers/page-headers.ts';

/** Name of the script below the address of the page. */
export const SCRIPT_NAME = 'console.js';

const HEADERS = {
  'content-type': CONTENT_TYPES['.js'],
  'cross-origin-resource-policy': 'same-origin',
};

/** Reads the built script of the page; undefined where none was built, and then nothing is served that needs it. */
export const readConsoleScript = (file = consoleScript): Promise<CompressedFile | undefined> =>
  readCompressedFile(file, HEADERS).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  });
