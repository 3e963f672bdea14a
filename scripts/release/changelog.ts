const NOT_RELEASED = 'not released yet';

const headingOf = (version: string): RegExp =>
  new RegExp(`^## ${version.replaceAll('.', '\\.')}(?:, (.*))?$`, 'm');

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

/** Puts the day of the release in the place of "not released yet"; a section that has a day keeps it. */
export const setDay = (changelog: string, version: string, day: string): string =>
  changelog.replace(headingOf(version), (heading: string, said: string | undefined) =>
    said === NOT_RELEASED ? `## ${version}, ${day}` : heading,
  );
