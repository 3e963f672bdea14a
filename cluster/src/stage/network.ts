import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import type { Account } from '../../../scripts/debian-programs.ts';
import type { Child, Stage } from './children.ts';
import { waitFor } from './wait.ts';

/** What happens to packets between two places: lost, answered with a reset, or three of ten lost. */
export const CUTS = {
  drop: ['drop'],
  reject: ['meta l4proto tcp reject with tcp reset'],
  loss: ['numgen random mod 10 < 3 drop'],
} as const;

/** A machine of its own on the network, with one address. */
type Place = {
  address: string;
  /** Starts a program there. */
  start(name: string, program: string, words: readonly string[], options?: StartOptions): Child;
  /** Makes a TCP port of the place reachable from outside the network, as a socket in the file system; gives its path. */
  reach(name: string, port: number): Promise<string>;
};

type StartOptions = { account?: Account; env?: Record<string, string> };

/** Places that reach each other over a hub, and what was cut between two of them. */
export type Network<Name extends string> = {
  places: Readonly<Record<Name, Place>>;
  cut(one: Name, other: Name, how: keyof typeof CUTS): void;
  heal(): void;
};

const REACH = resolve(import.meta.dirname, 'reach-child.ts');
const REACH_LIMIT_MS = 20_000;

const run = (line: string): unknown => {
  const [program = '', ...words] = line.split(' ');
  return execFileSync(program, words, { stdio: ['ignore', 'pipe', 'pipe'] });
};

/** Makes a namespace for each name and one for the hub between them; needs root. All of it goes with the stage. */
export function openNetwork<Name extends string>(stage: Stage, names: readonly Name[]): Network<Name> {
  const prefix = `titular-${process.pid}`;
  const hub = `${prefix}-hub`;
  const within = (space: string, line: string): unknown => run(`ip netns exec ${space} ${line}`);
  const make = (space: string): void => {
    run(`ip netns add ${space}`);
    stage.onClose(async () => void run(`ip netns del ${space}`));
    within(space, 'ip link set lo up');
  };
  make(hub);
  within(hub, 'sysctl -qw net.ipv4.ip_forward=1');
  within(hub, 'nft add table inet cuts');
  within(hub, 'nft add chain inet cuts between { type filter hook forward priority 0 ; }');
  const places = names.map((name, index) => {
    const space = `${prefix}-${name}`;
    const [near, far] = [`10.77.${index + 1}.1`, `10.77.${index + 1}.2`];
    make(space);
    within(hub, `ip link add hub${index} type veth peer name out netns ${space}`);
    within(hub, `ip addr add ${near}/30 dev hub${index}`);
    within(hub, `ip link set hub${index} up`);
    within(space, `ip addr add ${far}/30 dev out`);
    within(space, 'ip link set out up');
    within(space, `ip route add default via ${near}`);
    const start: Place['start'] = (title, program, words, { account, env = {} } = {}) => {
      const as = account
        ? ['setpriv', '--reuid', String(account.uid), '--regid', String(account.gid), '--clear-groups']
        : [];
      return stage.start(title, 'ip', ['netns', 'exec', space, ...as, program, ...words], { env });
    };
    const reach: Place['reach'] = async (title, port) => {
      const path = join(stage.directory, `${title}.sock`);
      let isListening = false;
      const child = start(title, process.execPath, [REACH, path, far, String(port)]);
      await waitFor(title, REACH_LIMIT_MS, stage.signal, async () => {
        isListening = execFileSync('sh', ['-c', `test -S ${path} && echo yes || true`]).length > 0;
        return isListening && !child.isOver();
      });
      return path;
    };
    return [name, { address: far, start, reach }] as const;
  });
  const byName = Object.fromEntries(places) as unknown as Record<Name, Place>;
  return {
    places: byName,
    cut(one, other, how) {
      const [first, second] = [byName[one].address, byName[other].address];
      for (const [from, to] of [
        [first, second],
        [second, first],
      ])
        for (const rule of CUTS[how])
          within(hub, `nft add rule inet cuts between ip saddr ${from} ip daddr ${to} ${rule}`);
    },
    heal: () => void within(hub, 'nft flush chain inet cuts between'),
  };
}
