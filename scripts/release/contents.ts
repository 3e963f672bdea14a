/** Files of each published thing: whole paths, or a folder with `**` for what lies below it. */
export type Contents = Readonly<Record<string, readonly string[]>>;

const THIRD_PARTY = /^(.*node_modules\/)((?!@titular\/)(?:@[^/]+\/)?[^/]+)\//;
/** Parts of the program that come and go with every change: what a workspace has, and the documentation. */
const OURS = /^(.*\/@titular\/[^/]+\/[^/]+|docs)\/.*(\.[a-z0-9]+)$/;

/** The line of contents.json that a file falls under. */
function lineOf(path: string, version: string): string {
  const [, place, name] = THIRD_PARTY.exec(path) ?? [];
  if (place !== undefined && name !== undefined && name !== '@titular')
    return `${place}${name}/**`.replaceAll(`-${process.platform}-${process.arch}`, '-<platform>');
  const [, folder, ending] = OURS.exec(path) ?? [];
  if (folder !== undefined && ending !== undefined) return `${folder}/**${ending}`;
  return path.replaceAll(version, '<version>');
}

/** Summarises the files of a package as contents.json lists them; whole paths but for the program, which has thousands. */
export const summarise = (paths: readonly string[], version: string): string[] =>
  [...new Set(paths.map((path) => lineOf(path, version)))].toSorted();

/** Differences between the files of a package and its committed list, as sentences; none where they are the same. */
export function contentProblems(
  key: string,
  paths: readonly string[],
  version: string,
  contents: Contents,
): string[] {
  const listed = contents[key] ?? [];
  const found = summarise(paths, version);
  return [
    ...found
      .filter((line) => !listed.includes(line))
      .map((line) => `${key}: ${line} is packed and not listed.`),
    ...listed
      .filter((line) => !found.includes(line))
      .map((line) => `${key}: ${line} is listed and not packed.`),
  ];
}
