import type { Kysely } from 'kysely';
import { BEYOND_DOUBT, type ReferenceOrigin } from '../../decision/index.ts';
import {
  type BesideAnswer,
  type BesideQuestion,
  combineAnswers,
  type GalleryAnswer,
  type GalleryQuestion,
  hasMissed,
  isDisputed,
  isFaceOfMany,
  lockGallery,
  lockIdentity,
  type MissedSearch,
  prepareBeside,
  prepareMissed,
  SearchAgainError,
  searchBeside,
} from '../../faces/index.ts';
import { addSeconds } from '../../kernel/base/clock.ts';
import type { SubjectRef } from '../../kernel/database/subject-ref.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import type { KeptFrame } from '../attempts/frame-store.ts';
import type { CaptureCase, GatheredCapture, JudgeDeps } from './capture-case.ts';
import {
  type ComparedVersions,
  chooseVersions,
  descriptorIn,
  isCompared,
  versionsOf,
} from './compared-versions.ts';
import {
  type CapturedFace,
  type CapturedFaces,
  compareEnrolled,
  type EnrolledFaces,
  findOrigin,
  mayChange,
  readEnrolled,
} from './enrolled-faces.ts';

const DAY_SECONDS = 86_400;

const countsFaces = (company: CaptureCase['company']): company is NonNullable<CaptureCase['company']> =>
  company !== undefined && company.faceManyIdentities !== 'ignore';

/** A capture by its first frame, and by the later ones that show the face from the front, in a version that measured them. */
function capturedFace(
  [first, ...later]: readonly KeptFrame[],
  madeFor: SubjectRef,
  engineVersion: string | undefined,
): CapturedFace | undefined {
  if (!first || engineVersion === undefined) return undefined;
  const descriptor = descriptorIn(first, engineVersion);
  if (!descriptor) return undefined;
  const laterFronts = later
    .filter(({ pose }) => pose === 'front')
    .flatMap((frame) => descriptorIn(frame, engineVersion) ?? []);
  return { engineVersion, descriptor, laterFronts, madeFor };
}

const capturedFaces = (
  { frames }: { frames: readonly KeptFrame[] },
  { capturedFor }: CaptureCase,
  { decided, beside }: ComparedVersions,
): CapturedFaces => ({
  decided: capturedFace(frames, capturedFor, decided),
  beside: capturedFace(frames, capturedFor, beside),
});

const questionOf = (
  { claimed, sentHash, company, policy }: CaptureCase,
  engineVersion: string,
): GalleryQuestion => ({
  identityKey: claimed.key,
  engineVersion,
  exceptIdentityHashes: [claimed.hash, sentHash],
  // A look-alike that a search over many faces finds is no second identity.
  reach: countsFaces(company) ? BEYOND_DOUBT * policy.matchThreshold : undefined,
});

/** What is searched in the other version of a capture; undefined where it has none. */
const besideOf = (
  one: CaptureCase,
  { decided, beside }: Record<keyof CapturedFaces, CapturedFace | undefined>,
): BesideQuestion | undefined =>
  decided &&
  beside && {
    question: questionOf(one, beside.engineVersion),
    descriptor: beside.descriptor,
    decidedIn: decided.engineVersion,
    matchThreshold: one.policy.matchThreshold,
  };

/** What could not be searched, in a change: the first frame has the version alone that is decided in. */
const missedOf = (
  deps: JudgeDeps,
  one: CaptureCase,
  { decided, beside }: CapturedFaces,
): MissedSearch | undefined =>
  deps.otherEngine && decided && !beside
    ? { question: questionOf(one, decided.engineVersion), isOther: (version) => isCompared(deps, version) }
    : undefined;

/** Chooses the versions by those that the identity is enrolled in, where the capture has two. */
export async function findVersions(
  deps: JudgeDeps,
  { tenantId, claimed: identity, capturedFor }: CaptureCase,
  frames: readonly KeptFrame[],
): Promise<ComparedVersions> {
  if (versionsOf(deps, frames).length < 2) return chooseVersions(deps, frames, []);
  const { templates } = await readEnrolled(deps.db, { tenantId, identity }, capturedFor);
  return chooseVersions(
    deps,
    frames,
    templates.map(({ engineVersion }) => engineVersion),
  );
}

/** Searches the enrolled faces in the versions of a capture. */
export async function searchAhead(
  deps: JudgeDeps,
  one: CaptureCase,
  frames: readonly KeptFrame[],
  versions: ComparedVersions,
): Promise<Pick<GatheredCapture, 'searched' | 'searchedBeside' | 'missed'>> {
  const faces = capturedFaces({ frames }, one, versions);
  const { decided } = faces;
  if (!decided) return { searched: undefined, searchedBeside: undefined, missed: undefined };
  const { tenantId } = one;
  const beside = besideOf(one, faces);
  const missed = missedOf(deps, one, faces);
  const question = questionOf(one, decided.engineVersion);
  return {
    searched: await deps.galleries.prepare(tenantId, question, decided.descriptor),
    searchedBeside: beside && (await prepareBeside(deps, tenantId, beside)),
    missed: missed && (await prepareMissed(deps, tenantId, missed)),
  };
}

/** All that is known of the captured face: the identity's own faces, and the search among those of others. */
export type KnownFaces = EnrolledFaces & {
  answer: GalleryAnswer;
  answerBeside: BesideAnswer | undefined;
  /** Whether others are enrolled in a version that this capture could not be searched in. */
  isPartlySearched: boolean;
  isDisputed: boolean;
  /** Whether it is the face of more identities than the company allows; undefined where nobody looked. */
  isFaceOfMany: boolean | undefined;
  /** Where the nearest face of the identity is from. */
  origin: ReferenceOrigin | undefined;
};

const NOT_COMPARABLE: GalleryAnswer = {
  ...{ kind: 'searched', nearest: undefined, faces: 0, hasRoom: false },
  within: [],
};

/** Counts the identities that a face was found to be that of, the claimed one with them, as far as the company looks. */
async function findFaceLink(
  trx: Kysely<Tables>,
  { tenantId, company }: CaptureCase,
  { answer, isPartlySearched }: Pick<KnownFaces, 'answer' | 'isPartlySearched'>,
  now: Date,
): Promise<boolean | undefined> {
  if (!countsFaces(company) || answer.kind === 'too_large') return undefined;
  const since = addSeconds(now, -company.faceDays * DAY_SECONDS);
  const isOfMany = await isFaceOfMany(trx, tenantId, answer.within, {
    since,
    most: company.identitiesPerFace,
  });
  // Among those that were not searched there may be more.
  return isOfMany || !isPartlySearched ? isOfMany : undefined;
}

const NOTHING_SEARCHED = {
  ...{ answer: NOT_COMPARABLE, answerBeside: undefined },
  ...{ isPartlySearched: false, isFaceOfMany: undefined },
};

/** Compares with the identity's own faces, under its lock. */
async function compareOwn(
  deps: JudgeDeps,
  trx: Kysely<Tables>,
  { tenantId, key, claimed: identity, capturedFor }: CaptureCase,
  { frames, versions }: GatheredCapture,
  faces: CapturedFaces,
): Promise<EnrolledFaces> {
  const kept = await readEnrolled(trx, { tenantId, identity }, capturedFor);
  const enrolledIn = kept.templates.map(({ engineVersion }) => engineVersion);
  if (chooseVersions(deps, frames, enrolledIn).decided !== versions.decided)
    throw new SearchAgainError('the identity was enrolled in another engine version meanwhile');
  return compareEnrolled(key, kept, faces, deps);
}

/** Looks under the locks of identity and, where a face may be enrolled or faces are counted, of the gallery, so that two captures at once see each other. */
export async function lookAround(
  deps: JudgeDeps,
  trx: Kysely<Tables>,
  one: CaptureCase,
  gathered: GatheredCapture,
): Promise<KnownFaces> {
  const { tenantId, rules, claimed: identity } = one;
  const faces = capturedFaces(gathered, one, gathered.versions);
  await lockIdentity(trx, tenantId, identity.hash);
  const found = await compareOwn(deps, trx, one, gathered, faces);
  const enrolled = {
    ...found,
    isDisputed: await isDisputed(trx, tenantId, identity.hash),
    origin: await findOrigin(trx, one, found),
  };
  const { decided } = faces;
  // What another engine made can be compared with no enrolled face.
  if (!decided) return { ...enrolled, ...NOTHING_SEARCHED };
  // Where faces are counted, a match alone is news: the count reads when each face matched last.
  if (countsFaces(one.company) || mayChange(enrolled, rules, deps.clock.now()))
    await lockGallery(trx, tenantId, identity.key);
  const { searched, searchedBeside, missed } = gathered;
  const question = questionOf(one, decided.engineVersion);
  const own = await deps.galleries.search(trx, tenantId, question, decided.descriptor, searched);
  const asked = besideOf(one, faces);
  const answerBeside =
    asked &&
    searchedBeside &&
    (await searchBeside({ db: trx, galleries: deps.galleries }, tenantId, asked, searchedBeside));
  const unasked = missedOf(deps, one, faces);
  const isPartlySearched =
    unasked !== undefined && missed !== undefined && (await hasMissed(trx, tenantId, unasked, missed));
  const answer = combineAnswers(own, answerBeside);
  const isOfMany = await findFaceLink(trx, one, { answer, isPartlySearched }, deps.clock.now());
  return { ...enrolled, answer, answerBeside, isPartlySearched, isFaceOfMany: isOfMany };
}
