import { addUpPresentations, endOf, type Presentation } from './attack-figures.ts';
import { MADE_SPECIES, type MadeSpecies, solidPresenter } from './made-species.ts';
import { type MeasuredPersons, measurePersons, type PhotographedPerson } from './photographed-persons.ts';
import { recordPresenter } from './replay-session.ts';
import type { AttackReport, ReportDeps } from './report-attacks.ts';
import { showPresenter } from './show-presenter.ts';
import type { Trial } from './trial.ts';

/** What is to be made: presentations of each species, all drawn from one seed. */
export type MadePlan = {
  species: readonly string[];
  each: number;
  seed: number;
  persons: readonly PhotographedPerson[];
};

type Task = { name: string; species: MadeSpecies; number: number };

const SEED_STEP = 1009;

/** Of a presentation alone, whatever else is made with it. */
const seedOf = (seed: number, name: string, number: number): number =>
  [...name].reduce(
    (sum, sign) => Math.imul(sum, 31) + sign.charCodeAt(0),
    seed * SEED_STEP + number * 7919,
  ) >>> 1;

/** Enrols the victim with a session of their own, and keeps what it showed. */
async function enrol(
  trial: Trial,
  merchant: Awaited<ReturnType<Trial['newMerchant']>>,
  task: Task,
  persons: MeasuredPersons,
  seed: number,
) {
  const { photographs } = personOf(persons, task);
  // Not the one that the attacker has, where there is another.
  const own = photographs[(task.number + 1) % photographs.length] ?? photographs[0];
  if (!own) throw new Error('a measured person has a photograph');
  const { presenter, recorded } = recordPresenter(solidPresenter(own, seed + 1));
  const { approved } = await showPresenter(trial, merchant, presenter);
  return { approved, recorded };
}

const at = <Item>(items: readonly Item[], index: number): Item => {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('there is at least one');
  return item;
};
const personOf = ({ persons }: MeasuredPersons, { number }: Task) => at(persons, number);

async function present(
  trial: Trial,
  task: Task,
  persons: MeasuredPersons,
  seed: number,
): Promise<Presentation> {
  const { name, species, number } = task;
  const person = personOf(persons, task);
  const against = at(species.against, Math.floor(number / persons.persons.length) + number);
  const merchant = await trial.newMerchant();
  const label = `${name}/${person.name}-${number + 1}`;
  const enrolled = against === 'enrolled' ? await enrol(trial, merchant, task, persons, seed) : undefined;
  if (enrolled && !enrolled.approved)
    return { species: name, recording: label, end: 'not_presented', reasons: [], outcomes: [], against };
  const { variant, presenter } = await species.make({
    photograph: at(person.photographs, number),
    other: at(at(persons.persons, number + 1 + (seed % (persons.persons.length - 1))).photographs, number),
    recorded: enrolled?.recorded ?? new Map(),
    seed,
    analyse: trial.analyse,
  });
  const shown = await showPresenter(trial, merchant, presenter);
  return {
    species: name,
    recording: `${label} (${variant})`,
    end: endOf(shown),
    reasons: shown.reasons,
    outcomes: shown.outcomes,
    against,
  };
}

/** Makes presentations of each species from photographs, shows each to one of the trials, and adds up what came of them; the same seed gives the same pictures, not the same challenges. */
export async function reportMadeSpecies(
  { trials, stopping, say, now }: ReportDeps,
  { species, each, seed, persons }: MadePlan,
): Promise<AttackReport> {
  const [first] = trials;
  if (!first) throw new Error('there is at least one trial');
  say('Measuring the photographs …');
  const measured = await measurePersons(first.analyse, persons, stopping);
  const tasks = species.flatMap((name) =>
    Array.from({ length: each }, (_, number) => {
      const found = MADE_SPECIES.get(name);
      if (!found) throw new Error(`there is no species ${name}`);
      return {
        name,
        species: found,
        number,
        seed: seedOf(seed, name, number),
      };
    }),
  );
  const waiting = [...tasks.entries()];
  const presentations: Presentation[] = [];
  let done = 0;
  const work = async (trial: Trial): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, task] = next;
      stopping.throwIfAborted();
      say(`Shown: ${done} of ${tasks.length}; now ${task.name} ${task.number + 1} …`);
      presentations[index] = await present(trial, task, measured, task.seed);
      done += 1;
    }
  };
  await Promise.all(trials.map(work));
  return {
    ...addUpPresentations(presentations),
    measuredAt: now,
    engineVersion: first.engineVersion,
    recordingsDigest: measured.digest,
    made: {
      photographs: measured.persons.reduce((sum, one) => sum + one.photographs.length, 0),
      persons: measured.persons.length,
      each,
      seed,
    },
    presentations,
    leftOut: measured.leftOut.map((path) => ({ path, reason: 'no_facing_face' })),
  };
}
