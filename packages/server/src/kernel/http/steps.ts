/** The end of a list of steps before its last, with the answer. */
export class Ended<Answer> {
  readonly answer: Answer;

  constructor(answer: Answer) {
    this.answer = answer;
  }
}

type Made<To, Answer> = To | Ended<Answer>;

/** Takes a draft further, or ends the list; one that waits for nothing answers at once, which saves a turn of the event loop's queue. */
export type Step<Deps, From, To, Answer> = (
  deps: Deps,
  draft: From,
) => Made<To, Answer> | Promise<Made<To, Answer>>;

/** Runs steps in their order on one draft, until one ends the list. */
export async function runSteps<Deps, Draft, Answer>(
  steps: readonly Step<Deps, Draft, Draft, Answer>[],
  deps: Deps,
  draft: Draft,
): Promise<Draft | Ended<Answer>> {
  let made = draft;
  for (const step of steps) {
    const answer = step(deps, made);
    const next = answer instanceof Promise ? await answer : answer;
    if (next instanceof Ended) return next;
    made = next;
  }
  return made;
}

/** Steps each of which knows what those before it have made. */
export type StepList<Deps, From, To, Answer> = {
  run(deps: Deps, draft: From): Promise<Made<To, Answer>>;
  next<Further>(step: Step<Deps, To, Further, Answer>): StepList<Deps, From, Further, Answer>;
};

/** A list whose drafts were compared where its steps were put together. */
const listOf = <Deps, From, To, Answer>(
  steps: readonly Step<Deps, unknown, unknown, Answer>[],
): StepList<Deps, From, To, Answer> => ({
  run: (deps, draft) => runSteps(steps, deps, draft) as Promise<Made<To, Answer>>,
  next: (step) => listOf([...steps, step as Step<Deps, unknown, unknown, Answer>]),
});

/** Begins a list of steps. */
export const firstStep = <Deps, From, To, Answer>(
  step: Step<Deps, From, To, Answer>,
): StepList<Deps, From, To, Answer> => listOf([step as Step<Deps, unknown, unknown, Answer>]);
