import { readFile } from 'node:fs/promises';
import { OperatorRefusal } from '@titular/server/audit/index.ts';
import { loadMasterKeys, type MasterKey, parseMasterKeys } from '@titular/server/tenants/index.ts';

/** The text of a backup's key file, once it is known which keys the copy of the database needs. */
export type KeysForCopy = (neededIds: readonly string[]) => Promise<string>;

const hasKey = (keys: readonly MasterKey[], id: string): boolean => keys.some((key) => key.id === id);

/**
 * Reads the master keys before the database is copied, and again after. A key that the copy needs may be retired meanwhile, and then comes
 * first, as in a file where a rotation goes on. One that was added and retired meanwhile is in neither reading: that backup is refused.
 */
export async function collectMasterKeys(file: string): Promise<KeysForCopy> {
  const before = await loadMasterKeys(file, false);
  return async (neededIds) => {
    const text = await readFile(file, 'utf8');
    const after = parseMasterKeys(text);
    const retired = before.filter(({ id }) => neededIds.includes(id) && !hasKey(after, id));
    const missing = neededIds.filter((id) => !hasKey([...retired, ...after], id));
    if (missing.length > 0)
      throw new OperatorRefusal(
        'forbidden',
        `The copy needs the master key ${missing.join(', ')}, which ${file} does not hold: if a rotation was under way, make the backup again.`,
      );
    return `${retired.map(({ bytes }) => `${bytes.toString('base64')}\n`).join('')}${text}`;
  };
}
