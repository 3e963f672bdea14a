import { globSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Stage } from '../children.ts';

/** A clock for processes that are started with these variables; `set` moves it by so many seconds, within one more second. */
export type FakedClock = { env: Readonly<Record<string, string>>; set(seconds: number): Promise<void> };

/** The library that shows a process another time; undefined where Debian's faketime is not installed. */
export const findClockLibrary = (): string | undefined =>
  globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0];

/** Makes a clock that is right until it is set; a process that is started with it follows its file. */
export async function makeClock(stage: Stage, name: string): Promise<FakedClock> {
  const library = findClockLibrary();
  if (!library) throw new Error('libfaketimeMT.so.1 is not below /usr/lib/*/faketime');
  const file = join(stage.directory, name);
  const set = (seconds: number): Promise<void> => writeFile(file, `${seconds < 0 ? '' : '+'}${seconds}s\n`);
  await set(0);
  return {
    set,
    env: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
    },
  };
}
