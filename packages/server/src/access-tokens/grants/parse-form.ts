import { type OAuthError, refused } from './oauth-error.ts';

/** The parameters of a form, each given once; those without a value are left out (RFC 6749 section 3.2). */
export type Form = ReadonlyMap<string, string>;

const MAX_PARAMETERS = 50;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** What decoding changes; a secret and an assertion hold nothing of it, and are the longest texts of a form. */
const ENCODED = /[%+]/;

/** Decodes one form-encoded text; undefined for a broken escape or for bytes that are not UTF-8. */
export function decodeFormText(text: string): string | undefined {
  if (!ENCODED.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

function decodeBody(body: Uint8Array): string | undefined {
  try {
    return decoder.decode(body);
  } catch {
    return undefined;
  }
}

/** Parses a form body strictly: at most 50 parameters, sound escapes and UTF-8, no name twice; no body is an empty form. */
export function parseForm(body: Uint8Array): { kind: 'form'; form: Form } | OAuthError {
  // What nothing stands between counts too: behind so many, a parameter would be left unread.
  const parts = decodeBody(body)?.split('&', MAX_PARAMETERS + 1);
  if (!parts || parts.length > MAX_PARAMETERS) return refused('malformed_request');
  const form = new Map<string, string>();
  for (const pair of parts.filter((part) => part !== '')) {
    const equals = pair.indexOf('=');
    const name = decodeFormText(equals < 0 ? pair : pair.slice(0, equals));
    const value = decodeFormText(equals < 0 ? '' : pair.slice(equals + 1));
    if (name === undefined || value === undefined) return refused('malformed_request');
    if (form.has(name)) return refused('duplicate_parameter');
    form.set(name, value);
  }
  for (const [name, value] of form) if (value === '') form.delete(name);
  return { kind: 'form', form };
}
