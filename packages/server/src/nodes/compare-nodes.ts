import type { SeenNode } from './node-store.ts';

/** Something that must be equal on all live nodes and is not; nodes by name, two that differ first. */
export type Difference = { setting: string; nodes: string[] };

type Compared = Pick<
  SeenNode,
  'name' | 'engineVersion' | 'otherEngineVersion' | 'masterKeyIds' | 'settings' | 'causes' | 'isLive'
>;

/** What of a node must equal the others': settings, and what they lead to. */
const valuesOf = ({ settings, masterKeyIds }: Compared): Record<string, string> => ({
  ...settings,
  'master keys': masterKeyIds.toSorted().join(', '),
});

const ENGINE = 'engine version';

/** Whether a node may have a version as its second one: it is that, or the node does not know it yet. */
const mayHave = (other: string | undefined, version: string | undefined): boolean =>
  other === version || other === '';

/**
 * Whether two nodes may stand side by side: with one present engine, beside which one of them may have a second, or with the same two in both
 * orders. Those are the steps of a change (docs/face-engine.md). A node that starts has no engine yet.
 */
export function engineFits(
  one: Pick<Compared, 'engineVersion' | 'otherEngineVersion'>,
  two: Pick<Compared, 'engineVersion' | 'otherEngineVersion'>,
): boolean {
  if (one.engineVersion === undefined || two.engineVersion === undefined) return true;
  const [a, b] = [one.otherEngineVersion, two.otherEngineVersion];
  if (one.engineVersion === two.engineVersion)
    return a === undefined || b === undefined || mayHave(a, b) || mayHave(b, a);
  return mayHave(a, two.engineVersion) && mayHave(b, one.engineVersion);
}

/** The first two nodes of which the engines do not fit. */
function findUnfit(nodes: readonly Compared[]): [Compared, Compared] | undefined {
  for (const [index, one] of nodes.entries()) {
    const two = nodes.slice(index + 1).find((other) => !engineFits(one, other));
    if (two) return [one, two];
  }
  return undefined;
}

/** The first two nodes with values of a setting that differ; what a node of an earlier release does not tell is equal to everything. */
function findUnequal(nodes: readonly Compared[], setting: string): [Compared, Compared] | undefined {
  const having = nodes.filter((node) => valuesOf(node)[setting] !== undefined);
  const [first] = having;
  const other = having.find((node) => first && valuesOf(node)[setting] !== valuesOf(first)[setting]);
  return first && other ? [first, other] : undefined;
}

/** Lists what differs between live nodes. */
export function listDifferences(nodes: readonly Compared[]): Difference[] {
  const live = nodes.filter(({ isLive }) => isLive);
  const settings = [...new Set([ENGINE, ...live.flatMap((node) => Object.keys(valuesOf(node)))])].sort();
  return settings.flatMap((setting) => {
    const found = setting === ENGINE ? findUnfit(live) : findUnequal(live, setting);
    if (!found) return [];
    const first = found.map(({ name }) => name);
    return [
      { setting, nodes: [...first, ...live.map(({ name }) => name).filter((name) => !first.includes(name))] },
    ];
  });
}
