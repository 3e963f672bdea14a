import type { Kysely } from 'kysely';
import { digest } from '../../kernel/base/secret.ts';
import { requireServed } from '../../kernel/database/moves/served-tenants.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { type CaptureSession, findSession } from './session-store.ts';

/** Page sessions that a browser shows to hold, with their secrets; the one that was opened last comes first. */
export type Held = { secret: string; session: CaptureSession };

/** What names the page sessions of a call: secrets of a cookie, or of a page in a frame the one in its header. */
export type Credentials = { secrets: readonly string[]; isEmbedded: boolean };

/** The sessions of the secrets, also expired ones, where each came the way that it was given; a session of a frame counts for nothing in a cookie. With `areEnded` those that were ended, and no others. */
export async function findHeld(
  db: Kysely<Tables>,
  { secrets, isEmbedded }: Credentials,
  { areEnded } = { areEnded: false },
): Promise<readonly Held[]> {
  const found = await Promise.all(
    secrets.map(async (secret) => ({ secret, session: await findSession(db, digest(secret), areEnded) })),
  );
  const held = found.filter(
    (one): one is Held => one.session !== undefined && (one.session.embedder !== undefined) === isEmbedded,
  );
  for (const { session } of held) await requireServed(db, session.tenantId);
  return held;
}

type OfSubject = Pick<CaptureSession, 'tenantId' | 'subject'>;

const isSameSubject = (one: OfSubject, other: OfSubject): boolean =>
  one.tenantId === other.tenantId && one.subject.id === other.subject.id;

/** Those of one subject. */
export const heldOf = (held: readonly Held[], of: OfSubject): readonly Held[] =>
  held.filter(({ session }) => isSameSubject(session, of));

/** What the browser's cookie is to hold from now on: this secret first, and not twice what it stands for. */
export const secretsWith = (held: readonly Held[], { secret, session }: Held): string[] => [
  secret,
  ...held.filter((other) => !isSamePage(other.session, session)).map((other) => other.secret),
];

const isSamePage = (one: CaptureSession, other: CaptureSession): boolean =>
  isSameSubject(one, other) && one.opening === other.opening;
