import { drawBetween, type Random } from '../random.ts';
import { AT_REST, type Stance } from './instruments/instrument.ts';

/** What a challenge asks for, as in the contract of the page; left and right are the person's own. */
export type Pose = 'front' | 'left' | 'right' | 'up' | 'down' | 'mouth' | 'nearer' | 'farther';

/** Timing of an attacker: seconds until the instrument moves and while it moves. While the page still asks, it is moved to and fro by part of the way, once in `period` seconds. */
export type Manner = { reaction: number; movement: number; sweep: number; period: number };

/** Draws times of people: they begin after 0.35 to 0.8 s and move for 0.5 to 1 s. */
export const drawManner = (random: Random): Manner => ({
  reaction: drawBetween(random, 0.35, 0.8),
  movement: drawBetween(random, 0.5, 1),
  sweep: drawBetween(random, 0.12, 0.3),
  period: drawBetween(random, 3, 5),
});

/** Even at both ends, without a jerk (minimum-jerk movement of arms and heads). */
const ease = (part: number): number => {
  const within = Math.min(1, Math.max(0, part));
  return within ** 3 * (10 - 15 * within + 6 * within * within);
};

const mix = (from: Stance, to: Stance, part: number): Stance => ({
  turn: from.turn + (to.turn - from.turn) * part,
  nod: from.nod + (to.nod - from.nod) * part,
  mouth: from.mouth + (to.mouth - from.mouth) * part,
  size: from.size + (to.size - from.size) * part,
});

/** A movement from pose to pose, in seconds of one clock. */
export type Motion = (pose: Pose, seconds: number) => Stance;

/** Moves from one stance to the next as poses are asked for; a movement that is interrupted goes on from where it was. */
export function followPoses(stances: Readonly<Record<Pose, Stance>>, manner: Manner): Motion {
  let asked: Pose = 'front';
  let since = Number.NEGATIVE_INFINITY;
  let from = stances.front;
  const at = (pose: Pose, seconds: number): Stance => {
    const done = ease((seconds - since - manner.reaction) / manner.movement);
    const held = Math.max(0, seconds - since - manner.reaction - manner.movement);
    const swept = Number.isFinite(held) ? Math.sin((held / manner.period) * 2 * Math.PI) : 0;
    const more = 1 + manner.sweep * swept;
    const to = pose === 'front' ? stances.front : mix(stances.front, stances[pose], more);
    return mix(from, to, done);
  };
  return (pose, seconds) => {
    if (pose !== asked) {
      from = at(asked, seconds);
      asked = pose;
      since = seconds;
    }
    return at(asked, seconds);
  };
}

/** Shows the same movements over and over and heeds nothing: `order` within `period` seconds, begun at `phase` of it. */
export function loopPoses(
  stances: Readonly<Record<Pose, Stance>>,
  order: readonly Pose[],
  { period, phase }: { period: number; phase: number },
): Motion {
  const step = period / order.length;
  return (_pose, seconds) => {
    const place = (((seconds / period + phase) % 1) + 1) % 1;
    const index = Math.floor(place * order.length) % order.length;
    const before = order[(index + order.length - 1) % order.length] ?? 'front';
    const within = (place * order.length - index) * step;
    return mix(stances[before], stances[order[index] ?? 'front'], ease(within / Math.min(0.9, step * 0.7)));
  };
}

/** Stances of all poses, where those that are left out look as the front does. */
export const stancesOf = (
  front: Partial<Stance>,
  others: Partial<Record<Pose, Partial<Stance>>>,
): Record<Pose, Stance> => {
  const straight = { ...AT_REST, ...front };
  const to = (pose: Pose): Stance => ({ ...straight, ...others[pose] });
  return {
    front: straight,
    left: to('left'),
    right: to('right'),
    up: to('up'),
    down: to('down'),
    mouth: to('mouth'),
    nearer: to('nearer'),
    farther: to('farther'),
  };
};
