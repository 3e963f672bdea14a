/** How changes are saved: at once, by a proposal to a second person, or by somebody else, as this person may not propose them. */
export type WayOfSaving = 'save' | 'propose' | 'others';

type Changes = {
  /** Dangerous changes of the owner take two people. */
  isTwoPerson: boolean;
  isDangerous: boolean;
  /** The server refused a proposal, because one person may do it. */
  isForOne: boolean;
  /** The companies of the person's membership; only admins of all propose. */
  companies: 'all' | readonly string[];
};

/** Chooses how changes are saved, so that nobody authenticates for a refusal. */
export function chooseWay({ isTwoPerson, isDangerous, isForOne, companies }: Changes): WayOfSaving {
  if (!isTwoPerson || !isDangerous || isForOne) return 'save';
  return companies === 'all' ? 'propose' : 'others';
}
