const NOT_RELEASED = 'not released yet';

/** What clients of the API notice; a release without a new contract adds nothing to it. */
export const CONTRACT_CHANGELOG = 'docs/contract/changelog.md';

const headingOf = (version: string): RegExp =>
  new RegExp(`^## ${version.replaceAll('.', '\\.')}(?:, (.*))?$`, 'm');

/** Heading of what the contract has new; its version is not known before the release. */
const NEXT = 'Not released yet';
const NEXT_OF_CONTRACT = headingOf(NEXT);

/** The section of a version without its heading; undefined where the changelog has none. */
export function sectionOf(changelog: string, version: string): string | undefined {
  const heading = headingOf(version).exec(changelog);
  if (!heading) return undefined;
  const rest = changelog.slice(heading.index + heading[0].length);
  const end = rest.search(/^## /m);
  return (end < 0 ? rest : rest.slice(0, end)).trim();
}

/** Whether the section of a version has the day of its release. */
export const isDated = (changelog: string, version: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(headingOf(version).exec(changelog)?.[1] ?? '');

/** What a changelog lacks for a version, as a sentence; undefined where it has a line. */
export function changelogProblem(file: string, changelog: string, version: string): string | undefined {
  const section = sectionOf(changelog, version);
  if (section === undefined)
    return `${file} has no section ${version}: begin one with "## ${version}, ${NOT_RELEASED}".`;
  if (!/^- \S/m.test(section)) return `${file} has no line for ${version}: say what changed.`;
  return undefined;
}

/** What the changelog of the contract lacks, as a sentence; undefined where it tells what is new. */
export function contractProblem(
  changelog: string,
  version: string,
  hasNewContract: boolean,
): string | undefined {
  const hasNext = NEXT_OF_CONTRACT.test(changelog);
  if (!hasNext && !hasNewContract) return undefined;
  if (/^- \S/m.test(sectionOf(changelog, hasNext ? NEXT : version) ?? '')) return undefined;
  return `${CONTRACT_CHANGELOG} does not tell what the contract has new: begin with "## ${NEXT}", and a line each.`;
}

/** Whether nothing in the changelog of the contract waits for its version and day. */
export const isContractDated = (changelog: string): boolean => !NEXT_OF_CONTRACT.test(changelog);

/** Puts version and day of the release in the place of "Not released yet". */
export const setContractVersion = (changelog: string, version: string, day: string): string =>
  changelog.replace(NEXT_OF_CONTRACT, `## ${version}, ${day}`);

/** Puts the day of the release in the place of "not released yet"; a section that has a day keeps it. */
export const setDay = (changelog: string, version: string, day: string): string =>
  changelog.replace(headingOf(version), (heading: string, said: string | undefined) =>
    said === NOT_RELEASED ? `## ${version}, ${day}` : heading,
  );
