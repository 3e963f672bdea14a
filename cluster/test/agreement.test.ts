import { describe, expect, test } from 'vitest';
import { findAgreement, type Member, type View } from '../src/stage/members.ts';

const member = (name: string, role: string, changes: Partial<Member> = {}): Member => ({
  ...{ name, role, state: role === 'leader' ? 'running' : 'streaming', timeline: 2 },
  ...changes,
});

const whole = [member('db1', 'leader'), member('db2', 'sync_standby'), member('db3', 'replica')];

const view = (name: string, ownRole: string, members: readonly Member[] = whole): View => ({
  ...{ name, ownRole, members },
});

const agreed = [view('db1', 'master'), view('db2', 'replica'), view('db3', 'replica')];

/** The same, but one agent's view is another. */
const withView = (changed: View): View[] => agreed.map((one) => (one.name === changed.name ? changed : one));

describe('three agents agree', () => {
  test('where all say the same, in whatever order, and the leader says it of itself (S21)', () => {
    expect(findAgreement(withView(view('db3', 'replica', whole.toReversed())))).toBe('db1');
  });

  test.each<[string, View[]]>([
    ['nobody answered', []],
    ['an agent still takes itself for the primary', withView(view('db3', 'master'))],
    ['the leader does not take itself for the primary', withView(view('db1', 'replica'))],
    [
      'one agent sees another leader',
      withView(
        view('db3', 'replica', [
          member('db1', 'replica'),
          member('db2', 'leader'),
          member('db3', 'sync_standby'),
        ]),
      ),
    ],
    [
      'one agent sees another synchronous standby',
      withView(
        view('db2', 'replica', [
          member('db1', 'leader'),
          member('db2', 'replica'),
          member('db3', 'sync_standby'),
        ]),
      ),
    ],
  ])('but not where %s (S21)', (_, views) => {
    expect(findAgreement(views)).toBeUndefined();
  });

  test.each<[string, Member[]]>([
    ['a machine is missing', whole.slice(0, 2)],
    ['no machine leads', [member('db1', 'replica'), ...whole.slice(1)]],
    ['commits wait for none', [...whole.slice(0, 1), member('db2', 'replica'), ...whole.slice(2)]],
    ['a machine starts', [...whole.slice(0, 2), member('db3', 'replica', { state: 'starting' })]],
    [
      'a machine is on the timeline of before',
      [...whole.slice(0, 2), member('db3', 'replica', { timeline: 1 })],
    ],
  ])('and not where all say that %s (S21)', (_, members) => {
    expect(findAgreement(agreed.map((one) => ({ ...one, members })))).toBeUndefined();
  });
});
