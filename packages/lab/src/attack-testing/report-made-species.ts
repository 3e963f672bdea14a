import type { RunHead } from '@titular/lab/attack-testing/progress-file.ts';
import { type ReportDeps, showAll } from '@titular/lab/attack-testing/show-all.ts';
import type { Trial, TrialMerchant } from '../ephemeral-service/trial.ts';
import { endOf, type Presentation } from './attack-figures.ts';
import { type Against, MADE_SPECIES, type MadeSpecies, solidPresenter } from './made-species.ts';
import { type MeasuredPersons, measurePersons, type PhotographedPerson } from './photographed-persons.ts';
import { BONA_FIDE } from './recording.ts';
import { type Recorded, recordPresenter } from './replay-session.ts';
import { type AttackReport, reportOf } from './report-attacks.ts';
import { type Shown, showPresenter } from './show-presenter.ts';

/** What is to be made: presentations of each species, all drawn from one seed. */
export type MadePlan = {
  species: readonly string[];
  each: number;
  seed: number;
  persons: readonly PhotographedPerson[];
};

type Task = { name: string; species: MadeSpecies; number: number; seed: number };

const SEED_STEP = 1009;

/** Of a presentation alone, whatever else is made with it. */
const seedOf = (seed: number, name: string, number: number): number =>
  [...name].reduce(
    (sum, sign) => Math.imul(sum, 31) + sign.charCodeAt(0),
    seed * SEED_STEP + number * 7919,
  ) >>> 1;

/** Enrols the victim with a session of their own, and keeps what it showed. */
async function enrol(trial: Trial, merchant: TrialMerchant, task: Task, persons: MeasuredPersons) {
  const { photographs } = personOf(persons, task);
  // Not the one that the attacker has, where there is another.
  const own = photographs[(task.number + 1) % photographs.length] ?? photographs[0];
  if (!own) throw new Error('a measured person has a photograph');
  const { presenter, recorded } = recordPresenter(solidPresenter(own, task.seed + 1));
  const { approved } = await showPresenter(trial, merchant, presenter);
  return { approved, recorded };
}

const at = <Item>(items: readonly Item[], index: number): Item => {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('there is at least one');
  return item;
};
const personOf = ({ persons }: MeasuredPersons, { number }: Task) => at(persons, number);

const toPresentation = (
  { name, number }: Task,
  person: string,
  against: Against,
  outcome: (Shown & { variant: string }) | undefined,
): Presentation => {
  const label = `${name}/${person}-${number + 1}`;
  if (!outcome)
    return { species: name, recording: label, end: 'not_presented', reasons: [], outcomes: [], against };
  const { variant, reasons, outcomes } = outcome;
  return {
    species: name,
    recording: `${label} (${variant})`,
    end: endOf(outcome),
    reasons,
    outcomes,
    against,
  };
};

async function present(trial: Trial, task: Task, persons: MeasuredPersons): Promise<Presentation> {
  const { species, number, seed } = task;
  const person = personOf(persons, task);
  const against = at(species.against, Math.floor(number / persons.persons.length) + number);
  const other = at(persons.persons, number + 1 + (seed % (persons.persons.length - 1)));
  const show = async (merchant: TrialMerchant, recorded: Recorded) => {
    const { variant, presenter } = await species.make({
      photograph: at(person.photographs, number),
      other: at(other.photographs, number),
      recorded,
      seed,
      analyse: trial.analyse,
    });
    return { variant, ...(await showPresenter(trial, merchant, presenter)) };
  };
  const isHonest = task.name === BONA_FIDE;
  if (against === 'first' || !(isHonest || species.needsSession)) {
    const shown = await show(await trial.newMerchant(), new Map());
    // What is enrolled is compared only once an attempt is completed: without one there is nothing to show again.
    if (against === 'first' || !shown.outcomes.includes('completed'))
      return toPresentation(task, person.name, against, shown);
  }
  const merchant = await trial.newMerchant();
  const { approved, recorded } = await enrol(trial, merchant, task, persons);
  return toPresentation(task, person.name, against, approved ? await show(merchant, recorded) : undefined);
}

/** Makes presentations of each species from photographs, shows each to one of the trials, and adds up what came of them. The same seed gives the same pictures, not the same challenges. */
export async function reportMadeSpecies(
  deps: ReportDeps,
  { species, each, seed, persons }: MadePlan,
  run: Pick<RunHead, 'program' | 'thresholds'>,
): Promise<AttackReport> {
  const [first] = deps.trials;
  if (!first) throw new Error('there is at least one trial');
  deps.say('Measuring the photographs …');
  const measured = await measurePersons(first.analyse, persons, deps.stopping);
  const head: RunHead = {
    ...run,
    engineVersion: first.engineVersion,
    digest: measured.digest,
    made: {
      photographs: measured.persons.reduce((sum, one) => sum + one.photographs.length, 0),
      persons: measured.persons.length,
      seed,
    },
    leftOut: measured.leftOut.map((path) => ({ path, reason: 'no_facing_face' })),
  };
  await deps.progress?.begin(head);
  const showings = species.flatMap((name) => {
    const found = MADE_SPECIES.get(name);
    if (!found) throw new Error(`there is no species ${name}`);
    return Array.from({ length: each }, (_, number) => {
      const task: Task = { name, species: found, number, seed: seedOf(seed, name, number) };
      return {
        key: `${name}/${number + 1}`,
        label: `${name} ${number + 1}`,
        show: (trial: Trial) => present(trial, task, measured),
      };
    });
  });
  return reportOf(head, await showAll(deps, showings), deps.now, each);
}
