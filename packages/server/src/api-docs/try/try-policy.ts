import { TRY_PATH } from '@titular/contract/try-operation';
import { contentPolicy, NO_MARKUP } from '../../kernel/http/answers/page-headers.ts';
import type { OpenApiDocument } from '../document.ts';
import { SCRIPT_NAME } from './console-script.ts';
import { triedOperations } from './describe-try.ts';

/** The part of an address before its first id; a policy takes what ends with a slash for all that is below it. */
const fixedPart = (path: string): string => path.split('{')[0] ?? path;

/** Every address that the page may ask: those of the operations that it sends, the token endpoint, and its own descriptions. */
function askedAddresses(document: OpenApiDocument, publicUrl: string): string[] {
  const paths = triedOperations(document).map(({ path }) => fixedPart(path));
  const all = [...paths, '/oauth2/token', `${TRY_PATH}/operations/`, `${TRY_PATH}/codes`];
  return [...new Set(all)].map((path) => publicUrl + path);
}

/**
 * The policy of the page. Its script is one file, and it asks the addresses of the operations alone: none of the hosted page, which has the
 * camera and a cookie on this origin. It opens no window and no frame, and no text becomes markup.
 */
export function consolePolicy(document: OpenApiDocument, publicUrl: string, styleHash: string): string {
  return contentPolicy({
    'script-src': `${publicUrl}${TRY_PATH}/${SCRIPT_NAME}`,
    'style-src': `'sha256-${styleHash}'`,
    'connect-src': askedAddresses(document, publicUrl).join(' '),
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
    sandbox: 'allow-scripts allow-same-origin',
    ...NO_MARKUP,
  });
}
