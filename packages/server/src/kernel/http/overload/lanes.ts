/** Counts the requests under way by lane, and shares a limit among the lanes that have any. */
export type Lanes = {
  /** How many are under way in all lanes. */
  total(): number;
  /** Whether a further request of the lane fits: below the limit any does, up to twice of it one of a lane below its share, and beyond none. */
  fits(lane: string, limit: number): boolean;
  enter(lane: string): void;
  leave(lane: string): void;
};

/** Makes lanes without requests. */
export function createLanes(): Lanes {
  const counts = new Map<string, number>();
  let total = 0;
  return {
    total: () => total,
    fits(lane, limit) {
      if (total < limit) return true;
      // A place for each lane, however many there are, would be no limit.
      if (total >= 2 * limit) return false;
      const count = counts.get(lane) ?? 0;
      const active = counts.size + (count === 0 ? 1 : 0);
      return count < Math.max(1, Math.floor(limit / active));
    },
    enter(lane) {
      total += 1;
      counts.set(lane, (counts.get(lane) ?? 0) + 1);
    },
    leave(lane) {
      total -= 1;
      const left = (counts.get(lane) ?? 1) - 1;
      if (left > 0) counts.set(lane, left);
      else counts.delete(lane);
    },
  };
}
