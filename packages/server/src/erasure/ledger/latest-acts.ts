import type { LedgerAct } from '../../module.ts';
import type { LedgerEntry } from './ledger-entry.ts';

/** What undoes what: of the acts about one thing, the last one counts. */
const TOPICS: Readonly<Partial<Record<LedgerAct['act'], string>>> = {
  hold: 'hold',
  release: 'hold',
  dispute: 'face',
  settle: 'face',
};

/** Finds out, from the lines of a ledger in their order, which acts still count. */
export type LatestActs = {
  /** Takes an act; answers false for one that nothing undoes, which is then the caller's. */
  note(act: LedgerAct): boolean;
  /** An erasure ends a dispute about the faces of its person. */
  noteErasure(entry: LedgerEntry): void;
  list(): LedgerAct[];
};

/** Begins with none. */
export function createLatestActs(): LatestActs {
  const latest = new Map<string, LedgerAct>();
  return {
    note(act) {
      const topic = TOPICS[act.act];
      if (topic) latest.set(`${topic} ${act.tenant} ${act.about}`, act);
      return topic !== undefined;
    },
    noteErasure: ({ tenant, identity }) => void latest.delete(`face ${tenant} ${identity}`),
    list: () => [...latest.values()],
  };
}
