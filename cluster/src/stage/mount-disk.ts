import { execFileSync } from 'node:child_process';
import type { Account } from '../../../scripts/debian-programs.ts';
import type { Stage } from './children.ts';

/** Whether this process may mount: that is for root. */
export const mayMount = (): boolean => process.getuid?.() === 0;

/** Mounts a disk of its own at an empty directory, in memory, so that it can be filled; it goes with the stage. */
export function mountDisk(stage: Stage, directory: string, { uid, gid }: Account, megabytes: number): void {
  const options = `size=${megabytes}m,mode=700,uid=${uid},gid=${gid}`;
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'titular-cluster', directory]);
  stage.onClose(async () => void execFileSync('umount', ['--lazy', directory]));
}
