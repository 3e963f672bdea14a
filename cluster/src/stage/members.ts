import type { DatabaseMachine } from '../../../scripts/deployment/database-files.ts';

/** What Patroni says of a machine. */
export type Member = { name: string; role: string; state: string; timeline?: number };

/** What one agent says of its own server and of all machines. */
export type View = { name: string; ownRole: string; members: readonly Member[] };

const LEADING = ['leader', 'master', 'primary'];
const ANSWER_LIMIT_MS = 2_000;

const isLeading = ({ role }: Member): boolean => LEADING.includes(role);

/** Asks the agent of a machine. */
export async function lookAt({ name, host, restPort }: DatabaseMachine): Promise<View> {
  const ask = async (path: string): Promise<unknown> =>
    (
      await fetch(`http://${host}:${restPort}/${path}`, { signal: AbortSignal.timeout(ANSWER_LIMIT_MS) })
    ).json();
  const [own, all] = await Promise.all([ask('patroni'), ask('cluster')]);
  return { name, ownRole: (own as Member).role, members: (all as { members: Member[] }).members };
}

/** The leader's name where all agents say the same: it leads, the others stream on its timeline, one of them synchronously. */
export function findAgreement(views: readonly View[]): string | undefined {
  const [first] = views;
  const leader = first?.members.find(isLeading);
  if (!first || !leader) return undefined;
  const said = (members: readonly Member[]): string =>
    JSON.stringify(
      members
        .map(({ name, role, timeline }) => [name, role, timeline])
        .toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)),
    );
  const isWhole = ({ name, ownRole, members }: View): boolean =>
    LEADING.includes(ownRole) === (name === leader.name) &&
    said(members) === said(first.members) &&
    members.length === views.length &&
    members.every(
      ({ state, timeline }) => /^(running|streaming)$/.test(state) && timeline === leader.timeline,
    ) &&
    members.filter(isLeading).length === 1 &&
    members.filter(({ role }) => role === 'sync_standby').length === 1;
  return views.every(isWhole) ? leader.name : undefined;
}
