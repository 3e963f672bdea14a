import { Ended, firstStep, runSteps } from '@titular/server/kernel/http/steps.ts';
import { expect, test } from 'vitest';

type Draft = { seen: readonly string[] };
type Deps = { word: string };

const note = ({ word }: Deps, { seen }: Draft): Draft => ({ seen: [...seen, word] });
const noteLater = async (deps: Deps, draft: Draft): Promise<Draft> => note(deps, draft);
const end = (_deps: Deps, { seen }: Draft): Ended<string> => new Ended(seen.join(' '));
const endLater = async (deps: Deps, draft: Draft): Promise<Ended<string>> => end(deps, draft);
const fail = (): never => {
  throw new Error('broken');
};
const failLater = async (): Promise<never> => fail();

const deps = { word: 'on' };
const empty: Draft = { seen: [] };

test('steps that wait and steps that do not run in their order on one draft', async () => {
  const list = firstStep<Deps, Draft, Draft, string>(note)
    .next(noteLater)
    .next((_deps, { seen }) => ({ count: seen.length }))
    .next(async (_deps, { count }) => ({ doubled: 2 * count }));
  expect(await list.run(deps, empty)).toEqual({ doubled: 4 });
  expect(await runSteps([noteLater, note, note], deps, empty)).toEqual({ seen: ['on', 'on', 'on'] });
});

test.each([
  ['at once', end],
  ['later', endLater],
])('a step that ends %s gives its answer, and none after it runs', async (_when, ending) => {
  const made = await firstStep<Deps, Draft, Draft, string>(note).next(ending).next(fail).run(deps, empty);
  expect(made).toEqual(new Ended('on'));
  expect(await runSteps<Deps, Draft, string>([note, ending, fail], deps, empty)).toEqual(new Ended('on'));
});

test.each([
  ['at once', fail],
  ['later', failLater],
])('a step that fails %s rejects the whole list', async (_when, failing) => {
  const list = firstStep<Deps, Draft, Draft, string>(failing).next(note);
  await expect(list.run(deps, empty)).rejects.toThrow('broken');
  await expect(runSteps<Deps, Draft, string>([note, failing], deps, empty)).rejects.toThrow('broken');
});

test('a list that is lengthened twice keeps its own steps', async () => {
  const both = firstStep<Deps, Draft, Draft, string>(note);
  const [longer, ended] = [both.next(noteLater), both.next(end)];
  expect(await longer.run(deps, empty)).toEqual({ seen: ['on', 'on'] });
  expect(await ended.run(deps, empty)).toEqual(new Ended('on'));
  expect(await both.run(deps, empty)).toEqual({ seen: ['on'] });
});
