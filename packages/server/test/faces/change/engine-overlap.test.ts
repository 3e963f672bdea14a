import { expect, test } from 'vitest';
import { type ChangingNodes, comes, goes, newIdentity, STEPS, startChanging } from './changing-engines.ts';

const LONG_MS = 900_000;

/** Replaces both nodes one after the other, while every one of these persons shows themselves. */
async function roll(
  nodes: ChangingNodes,
  engines: (typeof STEPS)[keyof typeof STEPS],
  load: () => Promise<void>,
) {
  for (let node = 0; node < 2; node += 1) {
    await Promise.all([load(), nodes.add(engines).then(() => nodes.retire())]);
  }
}

test(
  'engines change under load, node by node: no capture is outdated, nobody who was enrolled before is refused, and who came is enrolled in the new version (S26)',
  async () => {
    const nodes = await startChanging(STEPS.before);
    const persons = [
      ['a', newIdentity()],
      ['b', newIdentity()],
    ] as const;
    const rare = newIdentity();
    const seen: string[] = [];
    const showAll = async (): Promise<void> => {
      const decided = await Promise.all(persons.map(([person, value]) => nodes.show(person, value)));
      for (const { result, reasons, engineVersion } of decided)
        seen.push([result, ...reasons, engineVersion].join(' '));
    };
    const last = () => seen.slice(-persons.length);
    await showAll();
    expect(last()).toEqual(Array(2).fill(`approved live enrolled enrolled_unproven ${goes.version}`));
    expect((await nodes.show('c', rare)).reasons).toEqual(['live', 'enrolled', 'enrolled_unproven']);
    const matched = (version: string) => Array(2).fill(`approved live matches_reference ${version}`);

    seen.length = 0;
    await roll(nodes, STEPS.overlap, showAll);
    await showAll();
    expect(seen).toEqual([...matched(goes.version), ...matched(goes.version), ...matched(goes.version)]);
    const enrolledAnew = async () =>
      (await nodes.versions()).filter((version) => version === comes.version).length;
    // A take that looks by chance like an earlier one is approved, and enrols nobody anew: the next one does.
    for (let again = 0; again < 3 && (await enrolledAnew()) < 2; again += 1) await showAll();
    expect(await enrolledAnew()).toBe(2);

    seen.length = 0;
    await roll(nodes, STEPS.switched, showAll);
    await showAll();
    expect(last()).toEqual(matched(comes.version));
    // Who did not come since is decided as before the change, and renewed.
    expect(await nodes.show('c', rare)).toMatchObject({
      ...{ result: 'approved', reasons: ['live', 'matches_reference'], engineVersion: goes.version },
    });
    await roll(nodes, STEPS.after, showAll);
    await showAll();
    expect(last()).toEqual(matched(comes.version));
    expect(await nodes.show('c', rare)).toMatchObject({ result: 'approved', engineVersion: comes.version });
    expect(seen.filter((one) => !one.startsWith('approved live matches_reference'))).toEqual([]);
  },
  LONG_MS,
);
