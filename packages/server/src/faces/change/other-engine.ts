import {
  EngineUnavailableError,
  type FaceEngine,
  type FrameAnalysis,
  type FrameOwner,
} from '@titular/face-engine';
import type { Log } from '../../kernel/base/log.ts';
import { defineCache } from '../../kernel/caches/cache.ts';
import { createCounter } from '../../kernel/metrics/instruments.ts';
import { refusalOf } from '../watch-engine.ts';

/** The second engine of a change, as it was opened; there is none before it first answered. */
export type OtherEngine = {
  engine(): FaceEngine | undefined;
  /** Why it cannot be used now, in words for the operator. */
  problem(): string | undefined;
};

/** What the other engine made of a kept picture. */
export type OtherMeasure = { engineVersion: string; descriptor: Float32Array };

/** A picture in which the present engine found a face. */
type Seen = Extract<FrameAnalysis, { kind: 'analysed' }>;

/** Measures kept pictures once more, by the other engine; no capture waits for it longer than two seconds. */
export type OtherMeasures = {
  /** Its version; undefined before it first answered. */
  version(): string | undefined;
  /** Whether a version is the other engine's: before its first answer, any but the present one. */
  isOther(version: string): boolean;
  /** Measures the face that the present engine saw; undefined when that did not succeed in time, which is counted. */
  measure(image: Uint8Array, seen: Seen, owner?: FrameOwner): Promise<OtherMeasure | undefined>;
  /** The same for an attempt that goes on with this version alone; throws as `analyse` does, undefined where it does not see that face. */
  demand(image: Uint8Array, seen: Seen, owner?: FrameOwner): Promise<OtherMeasure | undefined>;
  problem(): string | undefined;
};

/** What became of kept pictures that the other engine was to measure. */
export const otherMeasured = createCounter({
  name: 'titular_engine_other_pictures_total',
  help: 'Kept pictures in a change of engine, by what the other engine made of them: without measures of it, a capture goes on with the present one alone.',
  labels: { outcome: ['measured', 'unseen', 'late', 'busy', 'away', 'broken', 'rested'] },
});

const LIMIT_MS = 2_000;
/** So many failures in a row, and it is left alone for so long: a person should not wait for it at each step. */
const FAILURES = 3;
const REST_MS = 10_000;

type Size = Pick<Seen, 'width' | 'height'>;
type Box = { x: number; y: number; width: number; height: number };

const centreOf = ({ x, y, width, height }: Box, size: Size) => ({
  x: (x + width / 2) / size.width,
  y: (y + height / 2) / size.height,
});

const contains = (box: Box, size: Size, { x, y }: { x: number; y: number }): boolean =>
  x >= box.x / size.width &&
  x <= (box.x + box.width) / size.width &&
  y >= box.y / size.height &&
  y <= (box.y + box.height) / size.height;

/** Whether two engines speak of one face: the middle of each lies within the other. */
function isSameFace(one: Seen, other: Seen): boolean {
  if (!one.face || !other.face) return false;
  const [a, b] = [one.face.box, other.face.box];
  return contains(b, other, centreOf(a, one)) && contains(a, one, centreOf(b, other));
}

async function demandOf(
  engine: FaceEngine,
  image: Uint8Array,
  seen: Seen,
  owner?: FrameOwner,
): Promise<OtherMeasure | undefined> {
  // Without ranges: engines differ a little in the pose that they read, and the present one has judged it.
  const found = await engine.analyse(image, undefined, owner);
  if (found.kind === 'refused' || !isSameFace(seen, found) || !found.face?.identity) return undefined;
  return { engineVersion: engine.version, descriptor: found.face.identity.descriptor };
}

/** Gives what the work gives within the limit, and `late` after it; the work goes on to its end. */
function within<Result>(work: Promise<Result>): Promise<Result | 'late'> {
  const { promise, resolve } = Promise.withResolvers<'late'>();
  const timer = setTimeout(() => resolve('late'), LIMIT_MS);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

type Outcome = { outcome: Parameters<typeof otherMeasured.add>[0]['outcome']; measure?: OtherMeasure };

async function tryOnce(...asked: Parameters<typeof demandOf>): Promise<Outcome> {
  try {
    const found = await within(demandOf(...asked));
    if (found === 'late') return { outcome: 'late' };
    return found ? { outcome: 'measured', measure: found } : { outcome: 'unseen' };
  } catch (error) {
    return { outcome: refusalOf(error) };
  }
}

/** Failures in a row, and whether one picture is on its way to see if they are over. */
type Rest = { failures: number; untilMs: number; isProbed: boolean };

const newRest = (): Rest => ({ failures: 0, untilMs: Number.NEGATIVE_INFINITY, isProbed: false });

/** Tenants for which the other engine failed lately. */
export const restCache = defineCache('other_engine_rests', 10_000);

/** Leaves the engine alone after failures in a row: for all while it is away, and else for the tenant alone whose pictures fail. */
function createRests(log: Pick<Log, 'warn'>, monotonicMs: () => number) {
  const ofAll = newRest();
  const ofTenants = restCache.open<Rest>();
  const isResting = ({ untilMs }: Rest): boolean => monotonicMs() < untilMs;
  const isBarred = (rest: Rest): boolean => isResting(rest) || rest.isProbed;

  function fail(rest: Rest, facts: object): void {
    rest.failures += 1;
    if (rest.failures < FAILURES) return;
    rest.untilMs = monotonicMs() + REST_MS;
    if (rest.failures === FAILURES)
      log.warn(
        facts,
        'the other face engine does not measure: captures go on with the present version alone',
      );
  }

  function succeed(rest: Rest, facts: object): void {
    if (rest.failures >= FAILURES) log.warn(facts, 'the other face engine measures again');
    rest.failures = 0;
  }

  return {
    rests: () => isResting(ofAll) || [...ofTenants.values()].some(isResting),
    /** Lets a picture through, or undefined; the result is called with what became of it. */
    enter(tenantId: string): ((outcome: Outcome['outcome']) => void) | undefined {
      const ofTenant = ofTenants.get(tenantId) ?? newRest();
      const both = [ofAll, ofTenant];
      if (both.some(isBarred)) return undefined;
      const probed = both.filter(({ failures }) => failures >= FAILURES);
      for (const rest of probed) rest.isProbed = true;
      return (outcome) => {
        for (const rest of probed) rest.isProbed = false;
        if (outcome === 'away') return fail(ofAll, { outcome });
        // Who waited too long does not know whether it is there.
        if (outcome !== 'late') succeed(ofAll, {});
        const known = ofTenants.get(tenantId) ?? ofTenant;
        if (outcome === 'measured' || outcome === 'unseen') {
          succeed(known, { tenantId });
          ofTenants.delete(tenantId);
          return;
        }
        fail(known, { tenantId, outcome });
        ofTenants.set(tenantId, known);
      };
    },
  };
}

/** Measures by the other engine beside the present one, whose version is given. */
export function createOtherMeasures(
  other: OtherEngine,
  presentVersion: string,
  { log, monotonicMs }: { log: Pick<Log, 'warn'>; monotonicMs: () => number },
): OtherMeasures {
  const rests = createRests(log, monotonicMs);
  const version = (): string | undefined => other.engine()?.version;
  return {
    version,
    isOther: (one) => one !== presentVersion && (version() ?? one) === one,
    async measure(image, seen, owner) {
      const engine = other.engine();
      const leave = rests.enter(owner?.tenantId ?? '');
      if (!leave) {
        otherMeasured.add({ outcome: 'rested' });
        return undefined;
      }
      const tried: Outcome = engine ? await tryOnce(engine, image, seen, owner) : { outcome: 'away' };
      otherMeasured.add({ outcome: tried.outcome });
      leave(tried.outcome);
      return tried.measure;
    },
    async demand(image, seen, owner) {
      const engine = other.engine();
      if (!engine) throw new EngineUnavailableError('the other face engine never answered');
      return demandOf(engine, image, seen, owner);
    },
    problem: () => other.problem() ?? (rests.rests() ? 'it did not measure the last pictures' : undefined),
  };
}
