import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openStage } from '../src/stage/children.ts';
import { countPackets } from '../src/stage/faults/counted-packets.ts';
import { canLosePackets } from '../src/stage/faults/lost-packets.ts';

/** Addresses that no network has (RFC 5737). */
const NOWHERE = ['192.0.2.1', '198.51.100.1'];

test.skipIf(!canLosePackets())(
  'a connection that is tried to one of some addresses is counted, and none to another (R75)',
  async () => {
    const stage = await openStage(new AbortController().signal, () => undefined);
    onTestFinished(stage.close);
    const packets = countPackets(stage, NOWHERE);
    const dial = (host: string): void => {
      const socket = connect(9, host).on('error', () => undefined);
      onTestFinished(() => void socket.destroy());
    };
    dial('127.0.0.1');
    dial('203.0.113.1');
    expect(packets.count()).toBe(0);
    for (const host of NOWHERE) dial(host);
    await expect.poll(packets.count).toBeGreaterThanOrEqual(2);
    packets.end();
    packets.end();
  },
);
