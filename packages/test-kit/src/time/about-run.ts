import { execFileSync } from 'node:child_process';
import { cpus, loadavg, release, totalmem } from 'node:os';

/** The load average of the machine over 1, 5 and 15 minutes. */
export const describeLoad = (): string =>
  loadavg()
    .map((value) => value.toFixed(1))
    .join(', ');

/** Processors, memory and kernel of this machine, for a page of figures. */
export const describeMachine = (): string =>
  `${cpus().length} x ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Linux ${release().split('-')[0]}`;

/** How a description of a commit ends where files differ from it. */
export const WITH_CHANGES = ' with changes';

/** The commit that is measured, and whether files differ from it. */
export function describeCommit(): string {
  const git = (...words: string[]): string => execFileSync('git', words, { encoding: 'utf8' }).trim();
  return `${git('rev-parse', '--short=8', 'HEAD')}${git('status', '--porcelain', '--untracked-files=no') ? WITH_CHANGES : ''}`;
}
