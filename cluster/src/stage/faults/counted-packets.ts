import type { Stage } from '../children.ts';
import { nft } from './lost-packets.ts';

/** First packets of connections from this machine to some addresses: `count` tells how many, and `end` stops to count. */
type CountedPackets = { count(): number; end(): void };

let tables = 0;

/** Counts what this machine sends to addresses by TCP that nothing of it may call; nothing is held up. It takes what the loss of packets takes. */
export function countPackets(stage: Stage, addresses: readonly string[]): CountedPackets {
  tables += 1;
  const name = `titular_count_${process.pid}_${tables}`;
  const rule = `ip daddr { ${addresses.join(', ')} } tcp flags syn counter`;
  nft(
    ['-f', '-'],
    `table inet ${name} {\n chain sent {\n type filter hook output priority 0;\n ${rule}\n }\n }\n`,
  );
  let isOver = false;
  const end = (): void => {
    if (!isOver) nft(['delete', 'table', 'inet', name]);
    isOver = true;
  };
  stage.onClose(async () => end());
  return {
    count: () =>
      Number(/counter packets (\d+)/.exec(nft(['list', 'table', 'inet', name]))?.[1] ?? Number.NaN),
    end,
  };
}
