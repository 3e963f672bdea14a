const HASH = /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/i;

/** Finds the hash in what somebody pasted or scanned: the hash alone, or the text of a printed anchor. */
export const parseAnchor = (text: string): string | undefined => HASH.exec(text)?.[0].toLowerCase();

/** The text of an anchor, as it is copied and printed: place and hash. */
export const printAnchor = (position: number, hash: string): string => `titular-audit ${position} ${hash}`;
