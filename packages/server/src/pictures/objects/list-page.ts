/** One object, or one version of it, as a list of the store has it. */
export type ListedObject = { name: string; changedAt: Date; versionId: string | undefined };

/** One page of a list, and where the next begins; undefined at the end. */
export type ListedPage = { objects: ListedObject[]; next: Readonly<Record<string, string>> | undefined };

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const plain = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? '');

/** The text of the first element of that name; names of objects and ids have no other markup. */
const textOf = (xml: string, element: string): string | undefined => {
  const found = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1];
  return found === undefined ? undefined : plain(found);
};

/** Whether objects are listed, or all their versions and delete markers. */
export type ListKind = 'objects' | 'versions';

const ENTRIES = {
  objects: /<Contents>(.*?)<\/Contents>/gs,
  versions: /<(?:Version|DeleteMarker)>(.*?)<\/(?:Version|DeleteMarker)>/gs,
} as const;

function nextOf(kind: ListKind, xml: string): Record<string, string> | undefined {
  // Entries have elements of like names.
  const head = xml.replace(ENTRIES[kind], '');
  if (textOf(head, 'IsTruncated') !== 'true') return undefined;
  if (kind === 'objects') return { 'continuation-token': textOf(head, 'NextContinuationToken') ?? '' };
  const version = textOf(head, 'NextVersionIdMarker');
  return {
    'key-marker': textOf(head, 'NextKeyMarker') ?? '',
    ...(version ? { 'version-id-marker': version } : {}),
  };
}

/** Reads a page of ListObjectsV2 or ListObjectVersions; an entry without a name or time is left out. */
export function readListPage(kind: ListKind, xml: string): ListedPage {
  const objects = [...xml.matchAll(ENTRIES[kind])].flatMap(([, entry = '']) => {
    const name = textOf(entry, 'Key');
    const changedAt = new Date(textOf(entry, 'LastModified') ?? '');
    if (!name || Number.isNaN(changedAt.getTime())) return [];
    return [{ name, changedAt, versionId: textOf(entry, 'VersionId') }];
  });
  return { objects, next: nextOf(kind, xml) };
}
