import { readFileSync } from 'node:fs';
import { type Readings, readWatched } from '../soak/process-readings.ts';
import { waitFor } from '../stage/wait.ts';
import type { Figure } from '../trial.ts';
import { calm } from '../trials/faults.ts';
import { type Ground, ROLES } from './ground.ts';
import { zero } from './judged.ts';
import type { Size } from './phases.ts';

const SETTLE_MS = 3_000;
/** What nobody uses is closed within this. */
const IDLE_MS = 60_000;
/** Looks of which the least memory counts: one may come just before garbage is collected. A smoke takes the first, because no machine is judged by its memory. */
const MEMORY_LOOKS: Readonly<Record<Size, number>> = { smoke: 1, full: 3, soak: 3 };
const MAX_DRIFT = 1.1;
/** Connections to the database that a process opens as it needs them, no more than its pool. */
const POOL = 10;
const MEGABYTE = 2 ** 20;
/** Code and caches of what the first load did not ask for: captures, erasures, exports, resends. */
const FIRST_USES = 32 * MEGABYTE;

/** What was read of the processes, and when: at the end, or before a phase that replaces some of them. */
export type HeldReading = { when: string; readings: Readings };

const nameOf = (place: number): string => `${ROLES[place]} ${place + 1}`;

/** Connections that stand at a port of this machine, as the kernel lists them. */
export const countClients = (table: string, port: number): number => {
  const address = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return table.split('\n').filter((line) => {
    const [, local = '', , state] = line.trim().split(/\s+/);
    return local.endsWith(address) && state === '01';
  }).length;
};

/** What the processes of the service hold, by role and place, with all that they started; connections that clients keep to them are the clients'. */
async function readHeld({ nodes }: Ground): Promise<Readings> {
  const all = await Promise.all(
    ROLES.map((_, place) => readWatched({ name: nameOf(place), pid: nodes.processes[place]?.pid ?? 0 })),
  );
  const readings = Object.assign({}, ...all) as Readings;
  const table = readFileSync('/proc/net/tcp', 'utf8');
  for (const [place, url] of nodes.urls.entries()) {
    const key = `${nameOf(place)}: descriptors`;
    const held = readings[key];
    if (held !== undefined) readings[key] = held - countClients(table, Number(new URL(url).port));
  }
  return readings;
}

/** What the processes hold once the load has rested, to compare with. */
export async function readBaseline(ground: Ground): Promise<Readings> {
  await calm(ground.stage, SETTLE_MS);
  return readHeld(ground);
}

const keysOf = (kind: string): string[] => ROLES.map((_, place) => `${nameOf(place)}: ${kind}`);

const maxBytes = (before: number): number => before * MAX_DRIFT + FIRST_USES;

const maxDescriptors = (before: number): number => Math.round(before * MAX_DRIFT) + POOL;

/** Compares what each process holds, whenever it was looked at, with what it held after the first load (I11). */
export function figuresOfHeld(before: Readings, looks: readonly HeldReading[]): Figure[] {
  const compare = (kind: string): { when: string; key: string; value: number; was: number }[] =>
    looks.flatMap(({ when, readings }) =>
      keysOf(kind).flatMap((key) => {
        const [value, was] = [readings[key], before[key]];
        return value === undefined || was === undefined ? [] : [{ when, key, value, was }];
      }),
    );
  const descriptors = compare('descriptors');
  const memory = compare('own bytes').toSorted(
    (one, other) => other.value / maxBytes(other.was) - one.value / maxBytes(one.was),
  );
  const [worst] = memory;
  const unread = 2 * ROLES.length * looks.length - descriptors.length - memory.length;
  const named = ({ key, when }: { key: string; when: string }): string => `${key.split(':')[0]} ${when}`;
  return [
    {
      what: 'I11: descriptors of each process without its clients, whenever it was looked at; after the first load',
      value: descriptors.map((one) => `${named(one)} ${one.value}; ${one.was}`).join(', '),
      target: 'a tenth more, and the connections of its pool, or less',
      isMet: descriptors.every(({ value, was }) => value <= maxDescriptors(was)) && descriptors.length > 0,
    },
    {
      what: 'I11: most memory of a process, to what it held after the first load',
      value: worst
        ? `${named(worst)} x ${(worst.value / worst.was).toFixed(2)} of ${(worst.was / MEGABYTE).toFixed(0)} MB`
        : 'none',
      target: `<= x ${MAX_DRIFT} and ${FIRST_USES / MEGABYTE} MB`,
      isMet: worst !== undefined && worst.value <= maxBytes(worst.was),
      isTimed: true,
    },
    zero('I11: looks at a process that read nothing', unread),
  ];
}

/** What is read now, with the least memory of each process so far. */
const leastMemory = (before: Readings, now: Readings): Readings =>
  Object.fromEntries(
    Object.entries(now).map(([key, value]) => [
      key,
      key.endsWith(': own bytes') ? Math.min(value, before[key] ?? value) : value,
    ]),
  );

/** Looks until what the processes hold is back, or for as long as what nobody uses may stay. */
export async function lookAtHeld(
  ground: Ground,
  before: Readings,
  size: Size,
  when: string,
): Promise<HeldReading> {
  let look: HeldReading = { when, readings: {} };
  let looks = 0;
  const isBack = async (): Promise<boolean> => {
    await calm(ground.stage, SETTLE_MS);
    look = { when, readings: leastMemory(look.readings, await readHeld(ground)) };
    looks += 1;
    const isLate = looks >= MEMORY_LOOKS[size];
    return figuresOfHeld(before, [look]).every(({ isMet, isTimed }) => isMet || (isTimed && isLate));
  };
  await waitFor(`descriptors and memory ${when}`, IDLE_MS, ground.stage.signal, isBack).catch(
    (error: Error) => ground.stage.say(error.message),
  );
  return look;
}
