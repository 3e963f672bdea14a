import { euclideanDistance, type FaceEngine } from '@titular/face-engine';
import { type OtherMeasures, refuseForEngine } from '../faces/index.ts';
import type { TenantId } from '../kernel/base/id.ts';
import { invariant } from '../kernel/base/invariant.ts';
import { Refusal } from '../kernel/base/refusal.ts';
import type { SentPhotograph } from './parse-reference.ts';
import { refusePhotograph } from './photograph-problem.ts';

/** What measuring photographs needs; `otherEngine` is there in a change of engine. */
export type MeasureDeps = {
  engine: FaceEngine;
  otherEngine: OtherMeasures | undefined;
  matchThreshold: number;
};

/** Faces by the version of the engine that measured them; the present one measured every photograph. */
export type MeasuredFaces = ReadonlyMap<string, readonly Float32Array[]>;

/** The versions of the engines that measure now. */
export const presentVersions = ({
  engine,
  otherEngine,
}: Pick<MeasureDeps, 'engine' | 'otherEngine'>): string[] =>
  [engine.version, otherEngine?.version()].filter((one) => one !== undefined);

const toRefusal = (error: unknown): never => refuseForEngine(error, 'send the request again');

function refuseOthers(descriptors: readonly Float32Array[], threshold: number): void {
  for (const [index, one] of descriptors.entries())
    for (const [before, other] of descriptors.slice(0, index).entries())
      if (euclideanDistance(one, other) > threshold)
        throw new Refusal(
          '40083',
          `photographs[${before}] and photographs[${index}] show different persons.`,
        );
}

/**
 * Measures photographs of one person by the present engine, and in a change by the other one too, which may miss some. Refuses with 40080 to
 * 40083, and with 42902 and 50001 for an engine that is full or away.
 */
export async function measurePhotographs(
  { engine, otherEngine, matchThreshold }: MeasureDeps,
  tenantId: TenantId,
  photographs: readonly SentPhotograph[],
): Promise<MeasuredFaces> {
  const owner = { tenantId, sessionId: 'references' };
  const measured: [version: string, descriptor: Float32Array][] = [];
  // One after the other: a request takes no more of the engine than a page does.
  for (const [index, { image }] of photographs.entries()) {
    const analysis = await engine.analyse(image, undefined, owner).catch(toRefusal);
    refusePhotograph(index, analysis);
    const { identity } = analysis.face ?? {};
    invariant(identity, 'a face that is asked for without ranges has what identifies it');
    measured.push([engine.version, identity.descriptor]);
    const other = await otherEngine?.measure(image, analysis, owner);
    if (other) measured.push([other.engineVersion, other.descriptor]);
  }
  const facesIn = (one: string): Float32Array[] =>
    measured.filter(([version]) => version === one).map(([, descriptor]) => descriptor);
  refuseOthers(facesIn(engine.version), matchThreshold);
  const versions = [...new Set(measured.map(([version]) => version))];
  return new Map(versions.map((version) => [version, facesIn(version)]));
}
