import { argon2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { invariant } from '../../kernel/base/invariant.ts';
import { sameDigest } from '../../kernel/base/secret.ts';
import { createBoundedQueue } from '../../kernel/jobs/bounded-queue.ts';

/** What one argon2id costs (RFC 9106, section 3.1). */
export type HashCosts = { memoryKiB: number; passes: number; parallelism: number };

/** Costs of every new hash; a hash that was made with others is replaced when its password is next used. */
export const HASH_COSTS: HashCosts = { memoryKiB: 65_536, passes: 3, parallelism: 1 };

/** Nothing cheaper is ever made (the floor of OWASP's password storage guide); tests hash at this. */
export const LOWEST_HASH_COSTS: HashCosts = { memoryKiB: 19_456, passes: 2, parallelism: 1 };

/** Hashes run at once in a process: each holds its memory for as long as it takes. */
const MAX_AT_ONCE = 2;
/** Hashes that wait for their turn; further ones are refused, so that a flood costs no memory. */
const MAX_WAITING = 32;

const SALT_BYTES = 16;
const HASH_BYTES = 32;
const FORM = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Whether a secret is the one that was hashed, and whether the hash was made with other costs than new ones are. */
export type HashVerdict = { isRight: boolean; isOutdated: boolean };

/** Hashes passwords and recovery codes, two at once, each with a salt of its own and the deployment's pepper. */
export type SecretHasher = {
  /** The hash in PHC string form, with costs of its own, or with the costs and the salt of another hash. */
  hash(secret: string, like?: HashCosts | string): Promise<string>;
  verify(secret: string, hashed: string): Promise<HashVerdict>;
  /** Does the work of one `verify` for an account that is not there. */
  pretend(secret: string, like?: HashCosts): Promise<void>;
  /** Hashes made since the start. */
  count(): number;
};

/** What is made of a hash's text: its costs, salt and digest. */
function parse(text: string): { costs: HashCosts; salt: Buffer; digest: Buffer } {
  const [, memory, passes, parallelism, salt = '', digest = ''] = FORM.exec(text) ?? [];
  invariant(digest !== '', 'a stored hash has the form that hashes are written in');
  return {
    costs: { memoryKiB: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    digest: Buffer.from(digest, 'base64'),
  };
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');

const run = promisify(argon2);

/** Makes the hasher of a process; the pepper is a key of the deployment, so that a stolen table alone cannot be guessed at. */
export function createSecretHasher(
  pepper: () => Promise<Buffer>,
  costs: HashCosts = HASH_COSTS,
): SecretHasher {
  invariant(
    costs.memoryKiB >= LOWEST_HASH_COSTS.memoryKiB && costs.passes >= LOWEST_HASH_COSTS.passes,
    'hashes are never cheaper than the floor',
  );
  const queue = createBoundedQueue({ atOnce: MAX_AT_ONCE, waiting: MAX_WAITING });
  let count = 0;
  const compute = async (secret: string, salt: Buffer, used: HashCosts): Promise<Buffer> => {
    const key = await pepper();
    return queue(() => {
      count += 1;
      return run('argon2id', {
        message: Buffer.from(secret, 'utf8'),
        nonce: salt,
        secret: key,
        memory: used.memoryKiB,
        passes: used.passes,
        parallelism: used.parallelism,
        tagLength: HASH_BYTES,
      });
    });
  };
  const isCurrent = (other: HashCosts): boolean =>
    other.memoryKiB === costs.memoryKiB &&
    other.passes === costs.passes &&
    other.parallelism === costs.parallelism;
  return {
    async hash(secret, like) {
      const made =
        typeof like === 'string' ? parse(like) : { costs: like ?? costs, salt: randomBytes(SALT_BYTES) };
      const { salt } = made;
      const { memoryKiB, passes, parallelism } = made.costs;
      const digest = await compute(secret, salt, made.costs);
      const parameters = `m=${memoryKiB},t=${passes},p=${parallelism}`;
      return `$argon2id$v=19$${parameters}$${unpadded(salt)}$${unpadded(digest)}`;
    },
    async verify(secret, hashed) {
      const made = parse(hashed);
      const digest = await compute(secret, made.salt, made.costs);
      return { isRight: sameDigest(digest, made.digest), isOutdated: !isCurrent(made.costs) };
    },
    pretend: async (secret, like = costs) => void (await compute(secret, randomBytes(SALT_BYTES), like)),
    count: () => count,
  };
}
