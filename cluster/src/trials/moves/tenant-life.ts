import { setTimeout as delay } from 'node:timers/promises';
import { startReceiver } from '../../load/heard.ts';
import { awaitWebhooks, type Played, startPeople } from '../../load/people.ts';
import { ANSWER_LIMIT_MS, API, cardOf, fetchToken } from '../../load/requests.ts';
import type { Stage } from '../../stage/children.ts';
import type { Nodes } from '../../stage/nodes.ts';
import { waitFor } from '../../stage/wait.ts';

const PEOPLE = 2;
const PEOPLE_LIMIT_MS = 240_000;
const PAUSE_MS = 200;

/** Has people show their faces before a move, the last of whom is erased; their webhooks are heard until the stage closes. */
export async function showFaces(stage: Stage, nodes: Nodes, seed: number): Promise<readonly Played[]> {
  const heard = await startReceiver(nodes.demo.webhookUrl, 0);
  stage.onClose(heard.close);
  const people = await startPeople(nodes, { seed, eraseEvery: PEOPLE });
  try {
    await waitFor('people', PEOPLE_LIMIT_MS, stage.signal, async () => people.played().length >= PEOPLE);
    await people.stop();
  } finally {
    people.leave();
  }
  await awaitWebhooks(stage, people.played(), heard);
  return people.played();
}

/** Transactions that are made and canceled one after the other, with a token of their own each. */
export type Ends = { canceled(): number; stop(): Promise<void> };

/** Begins them; whom nobody serves begins again with the next one. */
export function beginEnds({ urls, demo }: Nodes): Ends {
  const url = urls[0] ?? '';
  let canceled = 0;
  let isOver = false;
  async function end(number: number): Promise<void> {
    const headers = {
      authorization: `Bearer ${await fetchToken(url, demo)}`,
      'content-type': 'application/json',
    };
    const ask = (path: string, body: string): Promise<Response> =>
      fetch(`${url}${API}${path}`, {
        ...{ method: 'POST', headers, body },
        signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
      });
    const made = await ask('/transaction', cardOf(demo.companyId, `end-${number}`));
    const { id } = (await made.json()) as { id?: string };
    if (id !== undefined && (await ask(`/transactions/${id}/cancel`, '{}')).status === 200) canceled += 1;
  }
  const work = (async () => {
    for (let number = 1; !isOver; number += 1) {
      // What fails while the tenant is closed, or its name moves, ended nothing.
      await end(number).catch(() => undefined);
      await delay(PAUSE_MS);
    }
  })();
  return {
    canceled: () => canceled,
    async stop() {
      isOver = true;
      await work;
    },
  };
}
