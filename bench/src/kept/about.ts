import {
  describeCommit,
  describeLoad,
  describeMachine,
  WITH_CHANGES,
} from '@titular/test-kit/time/about-run.ts';

/** When a run that is kept began, and what it was run on. */
export type About = { date: string; commit: string; machine: string; load: string };

/** Tells of a run that begins now. */
export const aboutRun = (): About => ({
  ...{ date: new Date().toISOString(), commit: describeCommit() },
  ...{ machine: describeMachine(), load: describeLoad() },
});

/** Why figures of this tree are not kept: only those of a commit are. Asked before the run, which takes minutes. */
export const whyNotKept = ({ commit }: Pick<About, 'commit'>): string | undefined =>
  commit.endsWith(WITH_CHANGES) ? '--keep needs a tree without changes: commit them first.' : undefined;

/** Tells of a run on its page; `seconds` are those of each load. */
export const aboutLine = ({ date, commit, machine, load }: About, seconds: number): string =>
  `At ${date.slice(0, 16).replace('T', ' ')} UTC, commit ${commit}, ${seconds} s for each load. Machine: ${machine}. Load average before ${load}.`;
