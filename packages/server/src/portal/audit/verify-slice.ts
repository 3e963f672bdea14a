import type { AuditVerification, VerifyAudit } from '@titular/contract';
import {
  type AuditBreak,
  cutOff,
  findBrokenWaiting,
  findUnchained,
  isEntryOf,
  newWalk,
  type Walk,
  walkPage,
} from '../../audit/index.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { PortalCaller } from '../../kernel/http/portal/portal-route.ts';
import type { PortalDeps } from '../portal-deps.ts';

/** Pages that one call walks, and the links of each; the walk's own number where none is given. */
type Slice = { pages: number; size?: number };
const SLICE: Slice = { pages: 5 };

/** What a verification needs. */
type VerifyDeps = Pick<PortalDeps, 'db' | 'clock'> & { users: Pick<PortalDeps['users'], 'keys'> };

/** Seconds from the first slice after which a cursor vouches for nothing: what was walked may have been altered since. */
export const MAX_WALK_SECONDS = 600;

/** Who verifies: a person in a tenant, and whether entries may be named to them. */
type Verifier = Pick<PortalCaller, 'tenantId' | 'userId'> & { mayName: boolean };

/** How far a verification came, for whom, and since when; `afterId` once the chain was walked to its end. */
type Progress = {
  userId: string;
  beganAt: number;
  anchor?: string | undefined;
  walk: Walk;
  afterId?: string | undefined;
  isPast: boolean;
};

const begin = ({ clock }: VerifyDeps, { userId }: Verifier, anchor: string | undefined): Progress => ({
  ...{ userId, anchor, beganAt: clock.now().getTime() },
  ...{ walk: newWalk(), isPast: false },
});

async function sealProgress({ users }: VerifyDeps, tenantId: string, progress: Progress): Promise<string> {
  const plain = Buffer.from(JSON.stringify(progress), 'utf8');
  return (await users.keys.sealWalk(tenantId, plain)).toString('base64url');
}

async function unsealProgress({ users }: VerifyDeps, tenantId: string, cursor: string): Promise<Progress> {
  try {
    const plain = await users.keys.unsealWalk(tenantId, Buffer.from(cursor, 'base64url'));
    return JSON.parse(plain.toString('utf8')) as Progress;
  } catch {
    throw new Refusal('40002', 'cursor is none of this service, or of another tenant.');
  }
}

/** Opens a cursor; refuses with 40002 one of another tenant, person or anchor, and one that is too old to vouch for what was walked. */
async function openProgress(
  deps: VerifyDeps,
  { tenantId, userId }: Verifier,
  { anchor, cursor }: { anchor: string | undefined; cursor: string },
): Promise<Progress> {
  const progress = await unsealProgress(deps, tenantId, cursor);
  if (progress.userId !== userId)
    throw new Refusal('40002', 'cursor is of another person. Begin anew without a cursor.');
  // A cursor of an earlier release has no time, so that it is too old.
  const age = deps.clock.now().getTime() - progress.beganAt;
  if (!(age <= MAX_WALK_SECONDS * 1_000))
    throw new Refusal('40002', 'cursor is too old. Begin anew without a cursor.');
  if (progress.anchor !== anchor)
    throw new Refusal('40002', 'anchor must be the one that the cursor began with. Begin anew for another.');
  return progress;
}

/** Walks some pages; the break where one is found. */
async function walkOn(
  { db }: VerifyDeps,
  progress: Progress,
  anchor: string | undefined,
  { pages, size }: Slice,
): Promise<AuditBreak | undefined> {
  for (let page = 0; page < pages && !progress.isPast; page += 1) {
    const { isEnd, broken } = await walkPage(db, progress.walk, anchor, size);
    if (broken) return broken;
    progress.isPast = isEnd;
  }
  return undefined;
}

type Ended = { isEnd: boolean; broken: AuditBreak | undefined };

/** Looks through what is no link: what waits at first, then some pages of entries. */
async function lookOn({ db }: VerifyDeps, progress: Progress, { pages, size }: Slice): Promise<Ended> {
  const waiting = progress.afterId === undefined ? await findBrokenWaiting(db) : undefined;
  if (waiting) return { isEnd: true, broken: waiting };
  for (let page = 0; page < pages; page += 1) {
    const { broken, nextId } = await findUnchained(db, progress.afterId, size);
    if (broken || nextId === undefined) return { isEnd: true, broken };
    progress.afterId = nextId;
  }
  return { isEnd: false, broken: undefined };
}

/** The verdict without what is not the tenant's: neither positions nor ids of foreign entries. */
async function toVerdict(
  { db }: VerifyDeps,
  { tenantId, mayName }: Verifier,
  { walk }: Progress,
  broken: AuditBreak | undefined,
): Promise<AuditVerification> {
  const { hash, position } = walk.state;
  const id = broken?.entryId;
  const isOwn = mayName && id !== undefined && (await isEntryOf(db, tenantId, id));
  return {
    verdict: {
      isAnchorFound: walk.anchorPosition !== undefined,
      ...(broken || position === 0 ? {} : { lastHash: hash }),
      ...(broken && { broken: { kind: broken.kind, ...(isOwn ? { entry: id } : {}) } }),
    },
  };
}

/** Verifies one slice of the whole chain as `audit verify` does, and tells a tenant no more than the verdict; whoever wants it sealed seals first. */
export async function verifySlice(
  deps: VerifyDeps,
  who: Verifier,
  { anchor, cursor }: VerifyAudit,
  slice: Slice = SLICE,
): Promise<AuditVerification> {
  const progress =
    cursor === undefined ? begin(deps, who, anchor) : await openProgress(deps, who, { anchor, cursor });
  const goOn = async (): Promise<AuditVerification> => ({
    cursor: await sealProgress(deps, who.tenantId, progress),
  });
  if (!progress.isPast) {
    const broken = await walkOn(deps, progress, anchor, slice);
    return broken ? toVerdict(deps, who, progress, broken) : goOn();
  }
  const { isEnd, broken } = await lookOn(deps, progress, slice);
  if (!isEnd) return goOn();
  const isCut = anchor !== undefined && progress.walk.anchorPosition === undefined;
  return toVerdict(deps, who, progress, broken ?? (isCut ? cutOff(anchor) : undefined));
}
