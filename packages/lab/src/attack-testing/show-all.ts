import type { Presentation } from '@titular/lab/attack-testing/attack-figures.ts';
import type { Trial } from '@titular/lab/ephemeral-service/trial.ts';
import type { ProgressFile } from './progress-file.ts';

/** What a report works with; each trial is shown one presentation at a time. */
export type ReportDeps = {
  trials: readonly Trial[];
  say(text: string): void;
  stopping: AbortSignal;
  now: Date;
  /** Milliseconds of a clock that only grows. */
  monotonicMs(): number;
  /** Where finished presentations are kept, if they are. */
  progress?: ProgressFile;
};

/** One presentation to come; by its key it is known again in a progress file. */
export type Showing = { key: string; label: string; show(trial: Trial): Promise<Presentation> };

const MINUTE_MS = 60_000;

/** How long what is left will take, in words, if it takes as long as what was done; nothing is said before anything was done. */
export function timeLeft(done: number, left: number, elapsedMs: number): string {
  if (done === 0) return '';
  const minutes = Math.ceil((elapsedMs / done) * (left / MINUTE_MS));
  const hours = Math.floor(minutes / 60);
  return `, about ${hours > 0 ? `${hours} h ` : ''}${minutes % 60} min left`;
}

/** Shows what a progress file does not hold yet, each to whichever trial is free, and gives all of it in the order asked for. */
export async function showAll(
  { trials, say, stopping, monotonicMs, progress }: ReportDeps,
  showings: readonly Showing[],
): Promise<Presentation[]> {
  const presentations = showings.map(({ key }) => progress?.kept.get(key));
  const waiting = [...showings.entries()].filter(([index]) => presentations[index] === undefined);
  const [before, fromMs] = [showings.length - waiting.length, monotonicMs()];
  let done = 0;
  const work = async (trial: Trial): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, { key, label, show }] = next;
      stopping.throwIfAborted();
      const left = timeLeft(done, showings.length - before - done, monotonicMs() - fromMs);
      say(`Shown: ${before + done} of ${showings.length}${left}; now ${label} …`);
      const presentation = await show(trial);
      presentations[index] = presentation;
      await progress?.keep(key, presentation);
      done += 1;
    }
  };
  await Promise.all(trials.map(work));
  return presentations.filter((presentation) => presentation !== undefined);
}
