import { constants, type Stats } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { masterKeyFile } from '@titular/server/start/open-database.ts';
import { type Check, cannotTell, type Facts, type Finding, ok, toDo } from './check.ts';

const findStats = (path: string): Promise<Stats | undefined> => stat(path).catch(() => undefined);

const ROOT = 0;
const OTHERS = 0o007;
const GROUP_OR_OTHERS = 0o077;

/** Judges a key file: secrets that a platform mounts belong to root, and the service may read them as their group. */
export function judgeKeyFile(
  file: string,
  { mode, uid }: { mode: number; uid: number },
  users: readonly (number | undefined)[],
): Finding {
  const forbidden = uid === ROOT && !users.includes(ROOT) ? OTHERS : GROUP_OR_OTHERS;
  if ((mode & forbidden) !== 0) return toDo(`Run chmod 600 ${file}: others may read the master key.`);
  if (uid !== ROOT && !users.includes(uid))
    return toDo(`Run chown on ${file}: it belongs to user ${uid}, who is not the user of the service.`);
  return ok(`The master key is in ${file}, which only its user can read.`);
}

/** Checks mode and owner of the file of the master key. */
export const masterKey: Check = {
  name: 'master-key',
  looksAt: 'mode and owner of the file of the master key',
  async judge({ config, uid }) {
    const file = masterKeyFile(config);
    if (file === undefined)
      return ok('The master key comes from TITULAR_MASTER_KEY; a file is out of reach of more programs.');
    if (config.masterKeyFile === undefined)
      return toDo('Make a master key of your own and name its file with TITULAR_MASTER_KEY_FILE.');
    const found = await findStats(file);
    if (!found) return toDo(`Put the master key in ${file}: the file cannot be read.`);
    return judgeKeyFile(file, found, [uid, (await findStats(config.dataDirectory))?.uid]);
  },
};

/** Checks whether the data directory is there and can be written. */
export const dataDirectory: Check = {
  name: 'data-directory',
  looksAt: 'whether the data directory is there and can be written',
  async judge({ config: { dataDirectory: directory } }) {
    if (!(await findStats(directory))?.isDirectory())
      return toDo(`Make the directory ${directory} for the user of the service, or set TITULAR_DATA_DIR.`);
    return access(directory, constants.R_OK | constants.W_OK | constants.X_OK).then(
      () => ok(`The data directory is ${directory}.`),
      ({ code }: NodeJS.ErrnoException) =>
        toDo(`Let the user of the service write to the data directory ${directory} (${code}).`),
    );
  },
};

const reasonOf = (error: unknown): string => (error as Error).message.replace(/\.$/, '');

/** Checks the built files of the hosted page and the web SDK. */
export const builtPages: Check = {
  name: 'pages',
  looksAt: 'the built files of the hosted page and the web SDK',
  judge: ({ readBuiltFiles }) =>
    readBuiltFiles().then(
      () => ok('The pages are built.'),
      (error: unknown) => toDo(`${reasonOf(error)}.`),
    ),
};

async function proveNative({ proveNativeEngine }: Facts): Promise<Finding> {
  try {
    await proveNativeEngine();
    return ok('The face engine runs natively.');
  } catch (error) {
    return toDo(`Install the native code of the face engine, or give it more CPU (${reasonOf(error)}).`);
  }
}

/** Checks whether the face engine runs natively on this machine. */
export const faceEngine: Check = {
  name: 'face-engine',
  looksAt: 'whether the face engine runs natively on this machine',
  judge(facts) {
    const { faceEngineUrls, faceRuntime } = facts.config;
    if (faceEngineUrls)
      return cannotTell('The face engine is your own: npx titular nodes list shows its version.');
    return faceRuntime === 'wasm'
      ? toDo('Remove TITULAR_FACE_RUNTIME=wasm, with which a picture takes four times as long.')
      : proveNative(facts);
  },
};
