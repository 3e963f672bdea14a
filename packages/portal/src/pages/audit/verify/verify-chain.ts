import {
  AT_BEGINNING,
  type BreakKind,
  breakKindOf,
  type ChainLink,
  type ChainState,
  chainedText,
  findChainFault,
  findWaitingBreak,
  type WaitingEntry,
} from '@titular/contract/audit-chain';

/** What the page asks the server while it walks the chain. */
export type ChainSource = {
  readLinks(after: number): Promise<{ links: readonly ChainLink[]; total: number; isEnd: boolean }>;
  findPosition(hash: string): Promise<number | undefined>;
  readRest(after: string | undefined): Promise<{
    waiting: readonly WaitingEntry[];
    unchained?: string | undefined;
    next?: string | undefined;
  }>;
};

/** Where the log was tampered with first. */
type ChainBreak = { kind: BreakKind; position?: number | undefined; entryId?: string | undefined };

/** What the walk found: the sound part counted from the first entry, its last hash, the place of the anchor, and what ended it. */
export type ChainVerdict = {
  entries: number;
  lastHash: string;
  lastAt: string | undefined;
  anchorPosition: number | undefined;
  broken: ChainBreak | undefined;
};

/** Told after each slice; `stop` ends the walk before the next one. */
export type WalkControl = { onProgress(done: number, total: number): void; signal: AbortSignal };

const encoder = new TextEncoder();

async function sha256(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Hashes of the links by their own entries, all of a slice at once. */
const hashAll = (links: readonly ChainLink[]): Promise<(string | undefined)[]> =>
  Promise.all(
    links.map(({ previousHash, entry }) => (entry ? sha256(chainedText(previousHash, entry)) : undefined)),
  );

type Walk = { state: ChainState; lastAt: string | undefined; anchorPosition: number | undefined };

async function explain(source: ChainSource, walk: Walk, link: ChainLink, fault: NonNullable<Fault>) {
  const former = fault === 'unlinked' ? await source.findPosition(link.previousHash) : undefined;
  const position = fault === 'gap' ? walk.state.position + 1 : link.position;
  return { kind: breakKindOf(fault, former), position, entryId: link.entryId };
}
type Fault = ReturnType<typeof findChainFault>;

async function walkSlice(
  source: ChainSource,
  walk: Walk,
  links: readonly ChainLink[],
  anchor: string | undefined,
): Promise<ChainBreak | undefined> {
  const hashes = await hashAll(links);
  for (const [index, link] of links.entries()) {
    const fault = findChainFault(walk.state, link, hashes[index]);
    if (fault) return explain(source, walk, link, fault);
    walk.state = { position: link.position, hash: link.hash };
    walk.lastAt = link.entry?.at;
    if (link.hash === anchor) walk.anchorPosition = link.position;
  }
  return undefined;
}

/** Looks at what is no link: what waits for a place, and what has none. */
async function lookAtRest(source: ChainSource, signal: AbortSignal): Promise<ChainBreak | undefined> {
  let after: string | undefined;
  do {
    signal.throwIfAborted();
    const { waiting, unchained, next } = await source.readRest(after);
    for (const one of waiting) {
      const kind = findWaitingBreak(one);
      if (kind) return { kind, entryId: one.entryId };
    }
    if (unchained !== undefined) return { kind: 'unchained', entryId: unchained };
    after = next;
  } while (after !== undefined);
  return undefined;
}

/** Walks the chain from its first entry and hashes each anew in this browser, as `audit verify` does in its program. */
export async function verifyChain(
  source: ChainSource,
  anchor: string | undefined,
  { onProgress, signal }: WalkControl,
): Promise<ChainVerdict> {
  const walk: Walk = { state: AT_BEGINNING, lastAt: undefined, anchorPosition: undefined };
  const verdict = (broken: ChainBreak | undefined): ChainVerdict => ({
    entries: walk.state.position,
    lastHash: walk.state.hash,
    lastAt: walk.lastAt,
    anchorPosition: walk.anchorPosition,
    broken,
  });
  for (;;) {
    signal.throwIfAborted();
    const { links, total, isEnd } = await source.readLinks(walk.state.position);
    const broken = await walkSlice(source, walk, links, anchor);
    if (broken) return verdict(broken);
    onProgress(walk.state.position, Math.max(total, walk.state.position));
    if (isEnd) break;
  }
  const past = await lookAtRest(source, signal);
  if (past) return verdict(past);
  const isCut = anchor !== undefined && walk.anchorPosition === undefined;
  return verdict(isCut ? { kind: 'cut off' } : undefined);
}
