import { type ReadinessCause, type ReadinessWarning, readinessCauses } from '@titular/contract';
import type { DatabaseState } from './node-store.ts';

/** Seconds of skew above which an operator is warned, and above which a node takes no requests. */
export const SKEW_LIMITS = { warned: 0.1, refused: 2 };

/** What is known of a node apart from its database. */
export type NodeState = {
  isStopping: boolean;
  engineProblem: string | undefined;
  areJobsRunning: boolean;
  skewSeconds: number;
  isGalleryNearlyFull: boolean;
  /** Why pictures cannot be stored in the object store, in words. */
  pictureProblem: string | undefined;
  /** Why the second engine of a change does not measure, in words. */
  otherEngineProblem: string | undefined;
  /** Whether a company in production takes the first face that comes for the identity. */
  areFirstFacesTrusted: boolean;
  /** Whether the environment has variables that look like settings and are none. */
  hasUnknownSettings: boolean;
  /** Whether live nodes differ in what must be equal. */
  doNodesDiffer: boolean;
};

/** Whether a node wants requests: it does without causes; warnings stand beside it. */
export type ReadinessVerdict = { causes: ReadinessCause[]; warnings: ReadinessWarning[] };

/** What the state of the database forbids; `newestSchema` is the newest that this program knows, and keys are those it needs and has. */
export function databaseCauses(
  state: Pick<DatabaseState, 'isReadOnly' | 'schema' | 'lowestKnownSchema'>,
  newestSchema: number,
  areKeysAtHand: boolean,
): ReadinessCause[] {
  // A newer schema is a release that rolls out: it says itself from which one on earlier programs must not touch it.
  const isKnown = state.schema >= newestSchema && state.lowestKnownSchema <= newestSchema;
  const found: readonly [ReadinessCause, boolean][] = [
    ['database_read_only', state.isReadOnly],
    ['schema_unknown', !isKnown],
    ['master_key_missing', !areKeysAtHand],
  ];
  return found.filter(([, holds]) => holds).map(([cause]) => cause);
}

const READ_ONLY = '25006';
/** A table or column that is not there: the database was restored from before it. */
const NOT_THERE = ['42P01', '42703'];

/** What a statement that failed says of the database. */
export function causeOfFault(error: { code?: string }): ReadinessCause {
  if (error.code === READ_ONLY) return 'database_read_only';
  return error.code !== undefined && NOT_THERE.includes(error.code)
    ? 'schema_unknown'
    : 'database_unreachable';
}

/** Puts together what is known of the node and of its database. */
export function judgeReadiness(node: NodeState, ofDatabase: readonly ReadinessCause[]): ReadinessVerdict {
  const skew = Math.abs(node.skewSeconds);
  const found: Partial<Record<ReadinessCause, boolean>> = {
    draining: node.isStopping,
    engine_unavailable: node.engineProblem !== undefined,
    jobs_stopped: !node.areJobsRunning,
    clock_skewed: skew > SKEW_LIMITS.refused,
  };
  const order = Object.keys(readinessCauses) as ReadinessCause[];
  const warnings: readonly [ReadinessWarning, boolean][] = [
    ['clock_drifting', skew > SKEW_LIMITS.warned && skew <= SKEW_LIMITS.refused],
    ['gallery_nearly_full', node.isGalleryNearlyFull],
    ['pictures_unstorable', node.pictureProblem !== undefined],
    ['other_engine_unavailable', node.otherEngineProblem !== undefined],
    ['first_faces_believed', node.areFirstFacesTrusted],
    ['setting_unknown', node.hasUnknownSettings],
    ['settings_differ', node.doNodesDiffer],
  ];
  return {
    causes: order.filter((cause) => found[cause] || ofDatabase.includes(cause)),
    warnings: warnings.filter(([, holds]) => holds).map(([warning]) => warning),
  };
}
