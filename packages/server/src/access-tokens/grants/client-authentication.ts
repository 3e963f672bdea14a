import { JWT_BEARER_CLIENT_ASSERTION } from '@titular/contract';
import { type OAuthError, refused } from './oauth-error.ts';
import { decodeFormText, type Form } from './parse-form.ts';

/** How a client presents itself; `none` when it does not, which the jwt-bearer grant allows (RFC 7523 section 3.1). */
export type PresentedClient =
  | { kind: 'none' }
  | { kind: 'secret'; clientId: string; secret: string }
  | { kind: 'assertion'; assertion: string };

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decodeBase64(text: string): string | undefined {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') !== text) return undefined;
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Reads HTTP Basic whose two halves are form-encoded (RFC 6749 section 2.3.1); undefined for anything else. */
export function parseBasic(authorization: string): { clientId: string; secret: string } | undefined {
  const credentials = /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization)?.[1];
  const pair = credentials && decodeBase64(credentials);
  const colon = pair ? pair.indexOf(':') : -1;
  if (!pair || colon < 1) return undefined;
  const clientId = decodeFormText(pair.slice(0, colon));
  const secret = decodeFormText(pair.slice(colon + 1));
  return clientId && secret !== undefined ? { clientId, secret } : undefined;
}

function readAssertion(form: Form): PresentedClient | OAuthError {
  const type = form.get('client_assertion_type');
  const assertion = form.get('client_assertion');
  if (type === undefined || assertion === undefined) return refused('missing_parameter');
  if (type !== JWT_BEARER_CLIENT_ASSERTION) return refused('unsupported_client_assertion');
  return { kind: 'assertion', assertion };
}

function readBodySecret(form: Form): PresentedClient | OAuthError {
  const clientId = form.get('client_id');
  const secret = form.get('client_secret');
  if (clientId === undefined || secret === undefined) return refused('missing_parameter');
  return { kind: 'secret', clientId, secret };
}

/** Finds the one way in which the client authenticates; two ways at once are refused (RFC 6749 section 2.3). */
export function findPresentedClient(
  authorization: string | undefined,
  form: Form,
): PresentedClient | OAuthError {
  const byHeader = authorization !== undefined;
  const bySecret = form.has('client_secret');
  const byAssertion = form.has('client_assertion') || form.has('client_assertion_type');
  if (Number(byHeader) + Number(bySecret) + Number(byAssertion) > 1)
    return refused('multiple_client_authentications');
  if (byAssertion) return readAssertion(form);
  if (bySecret) return readBodySecret(form);
  if (!byHeader) return { kind: 'none' };
  const basic = parseBasic(authorization);
  return basic ? { kind: 'secret', ...basic } : refused('client_authentication_failed');
}
