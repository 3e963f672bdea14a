/** The end of a list of steps before its last, with the answer. */
export class Ended<Answer> {
  readonly answer: Answer;

  constructor(answer: Answer) {
    this.answer = answer;
  }
}

/** Takes a draft further, or ends the list. */
export type Step<Deps, From, To, Answer> = (deps: Deps, draft: From) => Promise<To | Ended<Answer>>;

/** Runs steps in their order on one draft, until one ends the list. */
export async function runSteps<Deps, Draft, Answer>(
  steps: readonly Step<Deps, Draft, Draft, Answer>[],
  deps: Deps,
  draft: Draft,
): Promise<Draft | Ended<Answer>> {
  let made = draft;
  for (const step of steps) {
    const next = await step(deps, made);
    if (next instanceof Ended) return next;
    made = next;
  }
  return made;
}

/** Steps each of which knows what those before it have made. */
export type StepList<Deps, From, To, Answer> = {
  run: Step<Deps, From, To, Answer>;
  next<Further>(step: Step<Deps, To, Further, Answer>): StepList<Deps, From, Further, Answer>;
};

/** Begins a list of steps. */
export const firstStep = <Deps, From, To, Answer>(
  run: Step<Deps, From, To, Answer>,
): StepList<Deps, From, To, Answer> => ({
  run,
  next: (step) =>
    firstStep(async (deps, draft) => {
      const made = await run(deps, draft);
      return made instanceof Ended ? made : step(deps, made);
    }),
});
