import type { Figure } from '../report.ts';
import type { BackupResult } from './measure-backup.ts';

/** The figures of a backup and its restore. */
export function backupFigures({
  bytes,
  files,
  backupSeconds,
  restoreSeconds,
  copySeconds,
}: BackupResult): Figure[] {
  const baseline = { what: 'a plain copy of the same files', value: copySeconds };
  const of = `${(bytes / 1e9).toFixed(2)} GB in ${files} files`;
  return [
    {
      what: `backup of ${of}, the service running; verified by opening it, and hashed`,
      measured: backupSeconds,
      unit: 's',
      baseline,
    },
    {
      what: `restore of ${of}; verified before and after`,
      measured: restoreSeconds,
      unit: 's',
      baseline,
    },
  ];
}
