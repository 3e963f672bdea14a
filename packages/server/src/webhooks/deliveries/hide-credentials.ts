import type { WebhookAuthentication } from '@titular/contract';
import { basicCredentials, parseApiKey } from '../sender/authentication.ts';

/** Takes credentials out of the text of an answer; `isWhole` when the answer did not go on after it. */
export type Hide = (text: string, isWhole: boolean) => string;

/** Hides nothing. */
export const hideNothing: Hide = (text) => text;

/** Shorter ones would hide half the answer. */
const MIN_SECRET = 4;
/** Of the parts of a header, because its scheme is no secret. */
const MIN_WORD = 8;
const HIDDEN = '[hidden]';

const toAscii = (text: string): string =>
  text.replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const smallHex = (text: string): string => text.replaceAll(/%[0-9A-F]{2}/g, (one) => one.toLowerCase());

/** A text as it stands in JSON (with and without what some encoders escape besides), in an address and in a form. */
function formsOf(text: string): string[] {
  const json = JSON.stringify(text).slice(1, -1);
  const slashed = json.replaceAll('/', '\\/');
  const whole = text.toWellFormed();
  const encoded = [
    encodeURIComponent(whole),
    encodeURI(whole),
    new URLSearchParams([['', whole]]).toString().slice(1),
  ];
  return [text, json, slashed, toAscii(json), toAscii(slashed), ...encoded, ...encoded.map(smallHex)];
}

function secretsOf(authentication: WebhookAuthentication): string[] {
  switch (authentication.kind) {
    case 'none':
      return [];
    case 'basic': {
      const { user, password } = authentication;
      return [password, `${user}:${password}`];
    }
    case 'api-key':
      return [authentication.key, parseApiKey(authentication.key)?.value ?? ''];
    case 'oauth2': {
      const { clientId, clientSecret } = authentication;
      return [clientSecret, basicCredentials(clientId, clientSecret).slice('Basic '.length)];
    }
  }
}

/** Takes away what a text that was cut, perhaps within a character, ends with of any of these. */
function cutBeginning(text: string, hidden: readonly string[]): string {
  const whole = text.endsWith('\ufffd') ? text.slice(0, -1) : text;
  let most = 0;
  for (const one of hidden) {
    let length = Math.min(one.length - 1, whole.length);
    while (length > most && !whole.endsWith(one.slice(0, length))) length -= 1;
    most = Math.max(most, length);
  }
  return whole.slice(0, whole.length - most);
}

/**
 * Makes what hides the credentials of one attempt, the `headers` that were made of them included, in every form in which a receiver
 * commonly repeats what it was sent. Of an answer that was cut, the beginning of one at its end goes as well.
 */
export function hideCredentials(
  authentication: WebhookAuthentication,
  headers: Readonly<Record<string, string>>,
): Hide {
  const sent = Object.values(headers);
  const words = sent.flatMap((value) => value.split(' ')).filter((word) => word.length >= MIN_WORD);
  const secrets = [...secretsOf(authentication), ...sent].filter((one) => one.length >= MIN_SECRET);
  const forms = [...new Set([...secrets, ...words].flatMap(formsOf))];
  // What holds another goes first, so that nothing is left of it.
  const hidden = forms.sort((one, other) => other.length - one.length);
  return (text, isWhole) => {
    const clean = hidden.reduce((left, one) => left.replaceAll(one, HIDDEN), text);
    return isWhole || hidden.length === 0 ? clean : cutBeginning(clean, hidden);
  };
}
