import { newId } from '../../kernel/base/id.ts';
import { sameDigest } from '../../kernel/base/secret.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { LOWEST_HASH_COSTS, type SecretHasher } from './hash-secret.ts';
import { grouped, newReadableCode, normalizeCode } from './readable-code.ts';
import { type KeptCode, listRecoveryCodes } from './recovery-code-store.ts';

/** Codes that a person has at once. */
const RECOVERY_CODES = 10;
/** Characters of a code: 80 bits. */
const CHARACTERS = 16;
/** The floor is enough for 80 random bits, where a person's password needs more. */
const COSTS = LOWEST_HASH_COSTS;

/** New recovery codes: as they are shown once, and as they are kept. The codes of a set share their salt, so that one hash tries them all. */
export async function newRecoveryCodes(hasher: SecretHasher): Promise<{ shown: string[]; kept: KeptCode[] }> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => newReadableCode(CHARACTERS));
  const kept: KeptCode[] = [];
  for (const code of codes)
    kept.push({ codeId: newId(), codeHash: await hasher.hash(code, kept[0]?.codeHash ?? COSTS) });
  return { shown: codes.map(grouped), kept };
}

/** The code of a person that was typed; one hash is made whatever the person has. */
export async function findRecoveryCode(
  db: Db,
  hasher: SecretHasher,
  userId: string | undefined,
  typed: string,
): Promise<string | undefined> {
  const kept = userId === undefined ? [] : await listRecoveryCodes(db, userId);
  const code = normalizeCode(typed);
  const [first] = kept;
  if (!first) {
    await hasher.pretend(code, COSTS);
    return undefined;
  }
  const hashed = Buffer.from(await hasher.hash(code, first.codeHash));
  return kept.find(({ codeHash }) => sameDigest(Buffer.from(codeHash), hashed))?.codeId;
}
