// A process in a network namespace without routes: makes the dials it is given and tells which connections it began.
import { type OutboundRequest, postWebhook } from '@titular/server/webhooks/sender/post-webhook.ts';
import { watchConnects } from './watch-connects.ts';

type Wanted = Pick<OutboundRequest, 'url' | 'rules'> & { addresses?: string[] };

const { connects, sockets } = watchConnects();
const wanted = JSON.parse(process.argv[2] ?? '[]') as Wanted[];
const outcomes = [];
for (const { url, rules, addresses = [] } of wanted) {
  const asked: string[] = [];
  const resolve = async (hostname: string) => {
    asked.push(hostname);
    return addresses;
  };
  const before = { connects: connects.length, sockets: sockets.length };
  const result = await postWebhook({ url, rules, body: '{}', headers: {}, timeoutMs: 5_000, resolve });
  outcomes.push({
    url,
    result,
    asked,
    connects: connects.slice(before.connects),
    sockets: sockets.length - before.sockets,
  });
}
console.log(JSON.stringify(outcomes));
