/** A backup that cannot be made or restored as it is; the message is one sentence for the operator. */
export class BackupUnusable extends Error {
  override readonly name = 'BackupUnusable';
}
