import { createHmac } from 'node:crypto';
import { StartRefused } from '../../kernel/base/start-refused.ts';
import { defineCache } from '../../kernel/caches/cache.ts';

/** A key-encryption key, 32 bytes, with a public id derived from it. */
export type MasterKey = { id: string; bytes: Buffer };

/** Keys sealed by a master key, and its id. */
export type WrappedKey = { bytes: Buffer; masterKeyId: string };

export { StartRefused };

const derive = (bytes: Buffer, label: string): Buffer => createHmac('sha256', bytes).update(label).digest();

// Buffer.from skips what is no base64 and would make another key of a damaged file.
const KEY_IN_BASE64 = /^[A-Za-z0-9+/]{43}=$/;
const BROKEN = 'A master key must be 32 bytes in base64; write several on separate lines.';

/** Takes 32 bytes in base64 as a master key; refuses the start for anything else, without repeating it. */
export function parseMasterKey(text: string): MasterKey {
  if (!KEY_IN_BASE64.test(text.trim())) throw new StartRefused(BROKEN);
  const bytes = Buffer.from(text.trim(), 'base64');
  return { id: derive(bytes, 'titular master key id').toString('hex').slice(0, 16), bytes };
}

/** Takes one or more master keys, parted by line ends, spaces or commas; what follows a `#` on a line is a note. */
export function parseMasterKeys(text: string): MasterKey[] {
  const words = text
    .split('\n')
    .flatMap((line) => (line.split('#')[0] ?? '').split(/[\s,]+/))
    .filter((word) => word !== '');
  if (words.length === 0) throw new StartRefused(BROKEN);
  return words.map(parseMasterKey);
}

/** What the database keeps of its master key: shows that a key of the right id is the right key. */
export const masterKeyCheck = (key: MasterKey): Buffer => derive(key.bytes, 'titular master key check');

/** A master key that something is wrapped with is not at hand; the message names its id. */
export class MasterKeyMissing extends Error {
  override readonly name = 'MasterKeyMissing';

  constructor(id: string) {
    super(`the master key ${id} is missing`);
  }
}

/** The master keys at hand; a key that was added to their source is found without a restart. */
export type MasterKeys = {
  /** The keys known now. */
  known(): readonly MasterKey[];
  /** The key of that id; a fault that names the id when it is not at hand. */
  find(id: string): Promise<MasterKey>;
  /** Reads the source again; one that cannot be read throws, and the keys stay. */
  reread(): Promise<void>;
};

const REREAD_INTERVAL_MS = 1_000;

/** Ids of master keys that were asked for and not at hand. */
export const missedKeyCache = defineCache('missed_master_keys', 1_000);

/** Reads the keys, and again, at most once a second for each key that is asked for and not among them. */
export async function openMasterKeys(
  readKeys: () => Promise<readonly MasterKey[]>,
  monotonicMs: () => number,
): Promise<MasterKeys> {
  let keys = await readKeys();
  let underWay: Promise<void> | undefined;
  const missedAtMs = missedKeyCache.open<number>();
  const named = (id: string): MasterKey | undefined => keys.find((key) => key.id === id);

  async function readAgain(): Promise<void> {
    try {
      keys = await readKeys();
    } finally {
      underWay = undefined;
    }
  }

  return {
    known: () => keys,
    async find(id) {
      const known = named(id);
      if (known) return known;
      const nowMs = monotonicMs();
      if (nowMs - (missedAtMs.get(id) ?? Number.NEGATIVE_INFINITY) >= REREAD_INTERVAL_MS) {
        missedAtMs.set(id, nowMs);
        // A reading begun before may have been too early for this key.
        if (underWay !== undefined) await underWay;
        if (!named(id)) underWay ??= readAgain();
      }
      while (underWay !== undefined) await underWay;
      const found = named(id);
      if (!found) throw new MasterKeyMissing(id);
      missedAtMs.delete(id);
      return found;
    },
    async reread() {
      if (underWay !== undefined) await underWay;
      underWay ??= readAgain();
      await underWay;
    },
  };
}

/** Master keys that never change: those given and no others. */
export const fixedMasterKeys = (...keys: MasterKey[]): Promise<MasterKeys> =>
  openMasterKeys(
    async () => keys,
    () => 0,
  );
