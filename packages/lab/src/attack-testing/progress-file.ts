import { open, readFile, truncate } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import type { ChallengeLength } from '@titular/contract';
import type { Presentation } from '@titular/lab/attack-testing/attack-figures.ts';
import type { LeftOut } from '@titular/lab/attack-testing/read-recordings.ts';
import { OperatorRefusal } from '@titular/server/audit/index.ts';

/** What captures are judged by. */
export type ReportThresholds = {
  matchThreshold: number;
  samePersonThreshold: number;
  screenPatternLimit: number;
  challengeStepSeconds: number;
  maximumAttempts: number;
  /** That of every challenge; absent where it was the usual one. */
  challengeLength?: ChallengeLength;
};

/** What presentations belong to: one with another of these cannot be added up with them. */
export type RunHead = {
  program: string;
  engineVersion: string;
  /** SHA-256 of the list of recordings, or photographs. */
  digest: string;
  /** There where presentations were made. */
  made?: { photographs: number; persons: number; seed: number };
  thresholds: ReportThresholds;
  leftOut: readonly LeftOut[];
};

/** Where finished presentations are kept, so that a run which was interrupted goes on. */
export type ProgressFile = {
  head: RunHead | undefined;
  /** Those of runs before, by their key, in the order in which they were finished. */
  kept: ReadonlyMap<string, Presentation>;
  /** Begins the file, or refuses to go on with one that belongs to another run. */
  begin(head: RunHead): Promise<void>;
  keep(key: string, presentation: Presentation): Promise<void>;
};

const FORMAT = 'titular attack-report 1';

type HeadLine = { format: typeof FORMAT } & RunHead;
type KeptLine = { key: string } & Presentation;

const toLine = (content: HeadLine | KeptLine): string => `${JSON.stringify(content)}\n`;

/** Takes a progress file apart; a last line that was not written whole does not count, and `wholeBytes` end before it. Undefined where the file is none. */
export function parseProgress(
  text: string,
): { head: RunHead | undefined; kept: Map<string, Presentation>; wholeBytes: number } | undefined {
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  const kept = new Map<string, Presentation>();
  const [first, ...rest] = whole.split('\n').filter((line) => line !== '');
  // What was not begun whole may be begun again; anything else is somebody's file.
  if (first === undefined)
    return toLine({ format: FORMAT } as HeadLine).startsWith(text.slice(0, FORMAT.length))
      ? { head: undefined, kept, wholeBytes: 0 }
      : undefined;
  try {
    const { format, ...head } = JSON.parse(first) as HeadLine;
    if (format !== FORMAT) return undefined;
    for (const line of rest) {
      const { key, ...presentation } = JSON.parse(line) as KeptLine;
      if (typeof key !== 'string' || typeof presentation.end !== 'string') return undefined;
      kept.set(key, presentation);
    }
    return { head, kept, wholeBytes: Buffer.byteLength(whole) };
  } catch {
    return undefined;
  }
}

/** In what a run differs from the one of a file, in words; undefined where it goes on with it. */
export function differenceOf(of: RunHead, now: RunHead): string | undefined {
  const told = (name: string, of: unknown, now: unknown): string =>
    `${name} ${of ?? 'none'}, not ${now ?? 'none'}`;
  const compared: [words: string, of: unknown, now: unknown][] = [
    [told('seed', of.made?.seed, now.made?.seed), of.made?.seed, now.made?.seed],
    [told('engine', of.engineVersion, now.engineVersion), of.engineVersion, now.engineVersion],
    [told('program', of.program, now.program), of.program, now.program],
    [`other ${of.made ? 'photographs' : 'recordings'}`, of.digest, now.digest],
    ['other thresholds or another challenge', of.thresholds, now.thresholds],
  ];
  return compared.find(([, one, other]) => !isDeepStrictEqual(one, other))?.[0];
}

/** Opens a progress file, which need not be there yet; nothing is written before `begin`. */
export async function openProgressFile(path: string): Promise<ProgressFile> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw new OperatorRefusal('forbidden', `The file ${path} cannot be read (${error.code}); name another.`);
  });
  const parsed = parseProgress(text);
  if (!parsed)
    throw new OperatorRefusal('invalid', `The file ${path} holds no progress of a report; name another.`);
  const { head, kept, wholeBytes } = parsed;
  const append = async (line: string): Promise<void> => {
    const handle = await open(path, 'a', 0o600).catch((error: NodeJS.ErrnoException) => {
      throw new OperatorRefusal('forbidden', `The file ${path} cannot be written (${error.code}).`);
    });
    try {
      await handle.appendFile(line);
    } finally {
      await handle.close();
    }
  };
  return {
    head,
    kept,
    begin: async (now) => {
      const difference = head && differenceOf(head, now);
      if (difference !== undefined)
        throw new OperatorRefusal(
          'forbidden',
          `The file ${path} belongs to another report (${difference}); name another file.`,
        );
      if (text !== '') await truncate(path, wholeBytes);
      if (!head) await append(toLine({ format: FORMAT, ...now }));
    },
    keep: (key, presentation) => append(toLine({ key, ...presentation })),
  };
}
