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

const ANOTHER = 'name another directory with TITULAR_DATA_DIR';

/** What helps where the reason does not say it. */
const REMEDIES: Readonly<Record<string, string>> = {
  EACCES: `give this user the right to read and write it, or ${ANOTHER}`,
  EPERM: `give this user the right to read and write it, or ${ANOTHER}`,
  EROFS: `mount it so that it can be written, or ${ANOTHER}`,
  ENOSPC: `make room on it, or ${ANOTHER}`,
  EDQUOT: `raise the quota, or ${ANOTHER}`,
};

/** Turns what the system says of a data directory into one sentence; any other error stays what it is. */
export function explainDataDirectory(error: unknown, dataDirectory: string): unknown {
  const { code = '', message: said } = error as NodeJS.ErrnoException;
  const reason = REASONS[code];
  if (reason === undefined) return error;
  const remedy = REMEDIES[code] === undefined ? '' : `; ${REMEDIES[code]}`;
  const message = `the data directory ${dataDirectory} cannot be used: ${reason} (${said})${remedy}`;
  return new DataDirectoryUnusable(message, { cause: error });
}
