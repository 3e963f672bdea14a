import type { CreateReferenceRequest, ReferenceResponse } from '@titular/contract';
import type { Idle } from '../kernel/http/admission/admission.ts';
import type { Actor } from '../kernel/http/service-actor.ts';
import {
  askFor,
  type EnrolMeasuredDeps,
  enrolMeasured,
  findKnown,
  isComplete,
  refuseOther,
} from './enrol-measured.ts';
import { type MeasureDeps, measurePhotographs, presentVersions } from './measure-photographs.ts';
import { parseReference } from './parse-reference.ts';
import { countPhotographs } from './photographs/photograph-store.ts';
import { countFaces, type ReadReferenceDeps, viewReference } from './read-reference.ts';

/** What enrolling a reference needs. */
export type EnrolDeps = ReadReferenceDeps & MeasureDeps & EnrolMeasuredDeps;

/**
 * Enrols the face of an identity from photographs of an operator's, in one commit with the audit entry. The same photographs of the same
 * identity change nothing, but for an engine version that they were not enrolled in. `idle` gives the place of the request away while the
 * engine measures. Refuses with 40002, 40026, 40080 to 40088, 42902 and 50001.
 */
export async function enrolReference(
  deps: EnrolDeps,
  actor: Actor,
  request: CreateReferenceRequest,
  idle: Idle,
): Promise<ReferenceResponse> {
  const input = parseReference(request, deps.clock.now());
  const asked = askFor(actor, await deps.tenantKeys(actor.tenantId), input);
  const known = await findKnown(deps.db, asked);
  refuseOther(asked, known);
  if (known.existing && isComplete(known, presentVersions(deps), input.keepsPhotographs))
    return viewReference(known.existing, {
      faces: countFaces(known.templates, known.existing),
      kept: known.kept,
    });
  const measured = await idle(() => measurePhotographs(deps, actor.tenantId, input.photographs));
  const toKeep = input.keepsPhotographs ? input.photographs : [];
  const { reference, faces } = await enrolMeasured(deps, asked, measured, toKeep);
  const kept = await countPhotographs(deps.db, actor.tenantId, reference.referenceId);
  return viewReference(reference, { faces, kept });
}
