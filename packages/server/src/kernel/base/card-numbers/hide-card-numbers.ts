import { containsCardNumber } from './card-number.ts';
import { isSeparator } from './foreign-number.ts';

const HIDDEN = '[hidden]';

/** More than any spelling of a number takes. */
const MAX_SPELLING = 256;
/** So many characters of base64 tell six digits, as many as anybody may keep. */
const MAY_TELL_DIGITS = /(?<![A-Za-z0-9+/_=-])[A-Za-z0-9+/_=-]{9,}$/;

const hide = (part: string): string => (containsCardNumber(part) ? HIDDEN : part);

/** Hides what is between the first and the last numeral of a chain that holds a number. */
const hideInChain = (chain: string): string =>
  containsCardNumber(chain) ? chain.replace(/\p{N}.*\p{N}/su, HIDDEN) : chain;

/** Hides numbers in the chains of digits that are parted as the digits of one number may be. */
function hideChains(text: string): string {
  const done: string[] = [];
  let chain = '';
  text.split(/(\p{N}+)/u).forEach((part, at) => {
    if (at % 2 === 1 || isSeparator(part)) chain += part;
    else {
      done.push(hideInChain(chain), part);
      chain = '';
    }
  });
  return [...done, hideInChain(chain)].join('');
}

type Encoding = (text: string) => string;

/** From what takes little besides the number to what takes all. */
const ENCODINGS: readonly Encoding[] = [
  hideChains,
  (text) => text.replace(/[A-Za-z0-9+/_=-]{18,}/g, hide),
  (text) => text.replace(/[^\n]+/g, hide),
  hide,
];

/** Takes complete card numbers out of a text, with the signs beside them and, where they are encoded in unusual ways, the whole line. */
export function hideCardNumbers(text: string): string {
  return ENCODINGS.reduce((left, way) => (containsCardNumber(left) ? way(left) : left), text);
}

/** Takes away what the end of a text that was cut may hold of a number. */
export function hideCutNumber(text: string): string {
  const end = text.slice(-MAX_SPELLING);
  const numeral = end.search(/\p{N}/u);
  const kept = (numeral < 0 ? end : end.slice(0, numeral)).replace(MAY_TELL_DIGITS, '');
  return text.slice(0, text.length - end.length) + kept;
}
