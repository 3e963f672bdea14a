import { execFileSync } from 'node:child_process';
import { hasProgram, programPath } from '../../../../scripts/debian-programs.ts';
import type { Stage } from '../children.ts';

/** Packets that are lost by now, one in five of those that come to or from some ports of this machine; `lost` counts them. */
export type LostPackets = { lost(): number; heal(): void };

const LOST_ONE_IN = 5;

/** Runs nft with these words, and an input. */
export const nft = (words: readonly string[], input = ''): string =>
  execFileSync('nft', [...words], {
    ...{ input, encoding: 'utf8', env: { PATH: programPath() } },
    stdio: ['pipe', 'pipe', 'ignore'],
  });

/** Whether packets can be lost here, which takes nft and the right to use it. */
export function canLosePackets(): boolean {
  if (!hasProgram('nft')) return false;
  try {
    nft(['list', 'tables']);
    return true;
  } catch {
    return false;
  }
}

let tables = 0;

/** Loses packets to and from TCP ports, one by one, as a bad line does: connections stand, and their bytes come again later. */
export function losePackets(stage: Stage, ports: readonly number[]): LostPackets {
  tables += 1;
  const name = `titular_${process.pid}_${tables}`;
  const rule = (side: string): string =>
    `tcp ${side} { ${ports.join(', ')} } numgen random mod ${LOST_ONE_IN} == 0 counter drop`;
  nft(
    ['-f', '-'],
    `table inet ${name} {\n chain lost {\n type filter hook input priority 0;\n ${rule('dport')}\n ${rule('sport')}\n }\n }\n`,
  );
  let isHealed = false;
  const heal = (): void => {
    if (!isHealed) nft(['delete', 'table', 'inet', name]);
    isHealed = true;
  };
  // Whatever happens until the end, nothing is lost afterwards.
  stage.onClose(async () => heal());
  return {
    lost: () =>
      [...nft(['list', 'table', 'inet', name]).matchAll(/counter packets (\d+)/g)].reduce(
        (sum, [, count]) => sum + Number(count),
        0,
      ),
    heal,
  };
}
