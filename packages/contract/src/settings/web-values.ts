import { addressProblem } from './address-form.ts';
import { contrastOf, WORD_CONTRAST } from './contrast.ts';

const HOST = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;
const ORIGIN = /^https?:\/\/[a-z0-9.:[\]-]+\/?$/i;
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** A host name in lower case, with a dot and without port. */
export const parseHost = (text: string): string | undefined => {
  const host = text.toLowerCase();
  return HOST.test(host) && URL.canParse(`https://${host}`) && new URL(`https://${host}`).hostname === host
    ? host
    : undefined;
};

/** A web origin (RFC 6454 section 6.2): https, or http on the loopback host for a developer's machine. */
export const parseOrigin = (text: string): string | undefined => {
  if (!ORIGIN.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isSecure = url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.includes(url.hostname));
  return isSecure ? url.origin : undefined;
};

/** A colour as #rrggbb on which white text can be read: contrast at least 4.5 to 1 (WCAG 2.1, 1.4.3). */
export const parseColour = (text: string): string | undefined => {
  const colour = text.toLowerCase();
  if (!/^#[0-9a-f]{6}$/.test(colour)) return undefined;
  return contrastOf(colour, '#ffffff') >= WORD_CONTRAST ? colour : undefined;
};

/** What looks like an address: a person must not be led away from the page by words that seem to be the service's. */
const ADDRESS = /[<>@]|:\/\/|\bwww\.|[\p{L}\p{N}]\.\p{L}{2}/iu;

/** One paragraph for people to read: 1 to 200 characters without controls, markup, or what looks like an address. */
export const parseIntroduction = (text: string): string | undefined => {
  const words = text.normalize('NFC').trim();
  const isPlain = !/[\p{C}\u2028\u2029\ufffd]/u.test(words) && !ADDRESS.test(words);
  return words !== '' && words.length <= 200 && isPlain ? words : undefined;
};

/** A name for people to read: 1 to 80 characters without controls, signs that turn the direction, or broken ones. */
export const parseDisplayName = (text: string): string | undefined => {
  const name = text.normalize('NFC').trim();
  return name !== '' && name.length <= 80 && !/[\p{C}\u2028\u2029\ufffd]/u.test(name) ? name : undefined;
};

const MAX_NOTICE_URL = 500;

/** An https address to link to, in the form that browsers read without repair: a host with a dot, no user information, at most 500 characters. */
export const parseNoticeUrl = (text: string): string | undefined => {
  if (text.length > MAX_NOTICE_URL || !/^https:\/\/[a-z0-9]/.test(text)) return undefined;
  if (addressProblem(text) !== undefined || !URL.canParse(text)) return undefined;
  const { hostname, username, password } = new URL(text);
  return parseHost(hostname) !== undefined && username === '' && password === '' ? text : undefined;
};

const LOCAL_PART = /^[A-Za-z0-9](?:[A-Za-z0-9._+-]{0,62}[A-Za-z0-9])?$/;

/** An e-mail address of plain ASCII letters, which a mailto address needs no encoding for (RFC 6068): nothing in it can add a header or another receiver. */
export const parseEmail = (text: string): string | undefined => {
  const [local = '', host = '', ...more] = text.split('@');
  const isPlain = more.length === 0 && LOCAL_PART.test(local) && !local.includes('..');
  const parsed = isPlain ? parseHost(host) : undefined;
  return parsed && `${local}@${parsed}`;
};

/** A telephone number in the form of E.164 with its plus sign; spaces, hyphens and brackets go. */
export const parsePhone = (text: string): string | undefined => {
  const number = text.replace(/[ ()-]/g, '');
  return /^\+[1-9][0-9]{6,14}$/.test(number) ? number : undefined;
};
