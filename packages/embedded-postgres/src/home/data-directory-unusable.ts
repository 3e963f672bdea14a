import path from 'node:path';

/** The data directory cannot be used as it is; the message is one sentence for the operator. */
export class DataDirectoryUnusable extends Error {
  override readonly name: string = 'DataDirectoryUnusable';
}

const REASONS: Readonly<Record<string, string>> = {
  EEXIST: 'it is a file',
  ENOTDIR: 'it, or a part of its path, is a file',
  ENOENT: 'a symbolic link in its path is broken',
  EACCES: 'this user has no access to it',
  EPERM: 'this user has no access to it',
  EROFS: 'its file system is read-only',
  ENOSPC: 'its file system is full',
  EDQUOT: 'the quota of its file system is exhausted',
  ENAMETOOLONG: 'its path is too long',
  ELOOP: 'its path is a loop of symbolic links',
};

/** What helps where the reason does not say it. */
const REMEDIES: Readonly<Record<string, string>> = {
  EACCES: 'give this user the right to read and write it',
  EPERM: 'give this user the right to read and write it',
  EROFS: 'mount it so that it can be written',
  ENOSPC: 'make room on it',
  EDQUOT: 'raise the quota',
};

/** Whether a path is a directory, or lies below it. */
function isWithin(directory: string, place: string): boolean {
  const way = path.relative(directory, place);
  return way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
}

type Directories = { dataDirectory: string; systemDirectory?: string };

/** The directory of the home outside that an error is about; undefined where it is about the data directory. */
function findOutside({ dataDirectory, systemDirectory }: Directories, place = ''): string | undefined {
  if (place === '' || systemDirectory === undefined || isWithin(dataDirectory, place)) return undefined;
  if (!isWithin(systemDirectory, place)) return undefined;
  const [home = ''] = path.relative(systemDirectory, place).split(path.sep);
  return path.join(systemDirectory, home);
}

/**
 * Turns what the system says of a data directory, or of its home below the system directory, into one sentence; any other error stays what it
 * is. Another data directory would have no data, so that it helps nobody whose home lies outside.
 */
export function explainDataDirectory(error: unknown, directories: Directories): unknown {
  const { code = '', message: said, path: place } = error as NodeJS.ErrnoException;
  const reason = REASONS[code];
  if (reason === undefined) return error;
  const { dataDirectory } = directories;
  const outside = findOutside(directories, place);
  const subject =
    outside === undefined
      ? `the data directory ${dataDirectory}`
      : `the directory ${outside}, for the database of ${dataDirectory},`;
  const another = outside === undefined ? ', or name another directory with TITULAR_DATA_DIR' : '';
  const remedy = REMEDIES[code] === undefined ? '' : `; ${REMEDIES[code]}${another}`;
  return new DataDirectoryUnusable(`${subject} cannot be used: ${reason} (${said})${remedy}`, {
    cause: error,
  });
}
