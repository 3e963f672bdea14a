import type { SeenNode } from './node-store.ts';

/** Something that must be equal on all live nodes and is not; nodes by name, two that differ first. */
export type Difference = { setting: string; nodes: string[] };

type Compared = Pick<SeenNode, 'name' | 'engineVersion' | 'masterKeyIds' | 'settings' | 'causes' | 'isLive'>;

/** What of a node must equal the others': settings, and what they lead to. A node that starts has no engine yet. */
const valuesOf = ({ settings, engineVersion, masterKeyIds }: Compared): Record<string, string> => ({
  ...settings,
  ...(engineVersion === undefined ? {} : { 'engine version': engineVersion }),
  'master keys': masterKeyIds.toSorted().join(', '),
});

/** Lists what differs between live nodes; what a node of an earlier release does not tell is equal to everything. */
export function listDifferences(nodes: readonly Compared[]): Difference[] {
  const told = nodes
    .filter(({ isLive }) => isLive)
    .map((node) => ({ name: node.name, values: valuesOf(node) }));
  const settings = [...new Set(told.flatMap(({ values }) => Object.keys(values)))].sort();
  return settings.flatMap((setting) => {
    const having = told.filter(({ values }) => values[setting] !== undefined);
    const other = having.find(({ values }) => values[setting] !== having[0]?.values[setting]);
    if (!other || !having[0]) return [];
    const first = [having[0].name, other.name];
    return [
      { setting, nodes: [...first, ...told.map(({ name }) => name).filter((name) => !first.includes(name))] },
    ];
  });
}
