import type { Change } from '../contract/compare-schemas.ts';

/** The version of a release with the reason for it, or why there is none. */
export type Decision =
  | { kind: 'decided'; version: string; because: string }
  | { kind: 'refused'; reason: string };

/** `released` is the newest version that has a tag, `current` the one in the tree; `requested` is what a person asks for. */
export type Given = {
  released: string | undefined;
  current: string;
  changes: readonly Change[];
  requested?: string | undefined;
};

const FORM = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/;

const partsOf = (version: string): readonly [number, number, number] => {
  const [, major = '', minor = '', patch = ''] = FORM.exec(version) ?? [];
  return [Number(major), Number(minor), Number(patch)];
};

/** Orders two versions of three numbers; negative where the first is the lower one. */
function compareVersions(one: string, other: string): number {
  const [left, right] = [partsOf(one), partsOf(other)];
  return left[0] - right[0] || left[1] - right[1] || left[2] - right[2];
}

const tell = ({ where, what }: Change): string => `${where} ${what}`;

/** Names the first change, and how many there are besides. */
function tellAll([first, ...others]: readonly Change[]): string {
  if (!first) return '';
  return others.length > 0 ? `${tell(first)}, and ${others.length} more` : tell(first);
}

/** The lowest version that the changes since the last release allow. */
function lowestOf({ released, current, changes }: Given): { version: string; because: string } {
  if (released === undefined) return { version: current, because: 'it is the first release' };
  const [major, minor, patch] = partsOf(released);
  if (changes.length > 0)
    return { version: `${major}.${minor + 1}.0`, because: `the contract grew: ${tellAll(changes)}` };
  return {
    version: `${major}.${minor}.${patch + 1}`,
    because: `the contract is that of ${released}`,
  };
}

/** Decides the version: a breaking change refuses, anything else in the contract asks at least a minor, the rest a patch (R100). */
export function decideVersion(given: Given): Decision {
  const { current, changes, requested } = given;
  const broken = changes.filter(({ kind }) => kind === 'breaking');
  if (broken.length > 0)
    return {
      kind: 'refused',
      reason: `Clients of version 1 would break: ${broken.map(tell).join('; ')}.`,
    };
  const lowest = lowestOf(given);
  if (requested === undefined) {
    if (compareVersions(current, lowest.version) <= 0) return { kind: 'decided', ...lowest };
    return { kind: 'decided', version: current, because: 'the tree is at it' };
  }
  if (!FORM.test(requested))
    return {
      kind: 'refused',
      reason: `${requested} is no version: three numbers, such as ${lowest.version}.`,
    };
  if (compareVersions(requested, lowest.version) < 0)
    return {
      kind: 'refused',
      reason: `${requested} is too low: ${lowest.version} is the lowest, because ${lowest.because}.`,
    };
  return { kind: 'decided', version: requested, because: 'it was asked for' };
}

/** Finds the newest released version among the tags of git, such as `v0.1.0`. */
export const newestOf = (tags: readonly string[]): string | undefined =>
  tags
    .filter((tag) => tag.startsWith('v') && FORM.test(tag.slice(1)))
    .map((tag) => tag.slice(1))
    .toSorted(compareVersions)
    .at(-1);
