const MAX_LENGTH = 120;

/** What a message may quote: data of whoever sent it. */
const QUOTED = /"[^"]*"|'[^']*'|`[^`]*`|“[^”]*”/g;
/** Ids, addresses, numbers of documents and of anything else. */
const WITH_DIGIT = /\S*[0-9]\S*/g;
const ADDRESS = /\S+@\S+|\S+:\/\/\S+/g;

/** The kind of an error by its first line: what it quotes, names with digits and addresses are left out, because they may be of a person. */
export function describeError(text: string): string {
  const [line = ''] = text.split('\n', 1);
  return line
    .replace(/[^\x20-\x7e“”]/g, ' ')
    .replace(QUOTED, '…')
    .replace(ADDRESS, '…')
    .replace(WITH_DIGIT, '#')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_LENGTH);
}
