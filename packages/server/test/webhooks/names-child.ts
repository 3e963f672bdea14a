// A process in a network namespace where a name server of its own is the one of the machine, and 8.8.4.4 is this machine: dials names.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { postWebhook } from '@titular/server/webhooks/sender/post-webhook.ts';
import { startNameServer, type Zone } from './name-server.ts';
import { watchConnects } from './watch-connects.ts';

const PUBLIC = '8.8.4.4';
const many = Array.from({ length: 300 }, (_, index) => `8.8.${index >> 8}.${index & 0xff}`);

const ADDRESSES: Readonly<Record<string, { A?: string[]; AAAA?: string[] }>> = {
  'plain.example': { A: [PUBLIC], AAAA: ['2001:4860::8844'] },
  'mixed.example': { A: [PUBLIC, '10.0.0.1'] },
  'mixed-families.example': { A: [PUBLIC], AAAA: ['::1'] },
  'alias.example': { A: ['inner.example', '127.0.0.1'] },
  'long-alias.example': { A: ['a.example', 'b.example', 'c.example', '192.168.0.1'] },
  'good-alias.example': { A: ['plain.example', PUBLIC] },
  'many.example': { A: many },
  'many-mixed.example': { A: [...many, '127.0.0.1'] },
  'many-few.example': { A: Array(60).fill(PUBLIC) },
  'mapped.example': { AAAA: ['::ffff:7f00:1'] },
};

/** An answer that comes only after the request it could have changed. */
const late = Promise.withResolvers<string[]>();

const zone: Zone = (name, type, count) => {
  if (name === 'late.example') return type === 'A' ? [PUBLIC] : late.promise;
  if (name.startsWith('silent')) return 'silence';
  if (name === 'half.example') return type === 'A' ? [PUBLIC] : 'silence';
  if (name === 'turns.example') return type === 'A' ? [count === 1 ? PUBLIC : '127.0.0.1'] : [];
  const known = ADDRESSES[name];
  return known ? (known[type] ?? []) : 'nothing';
};

/** Where a request arrived, by the address of our side. */
const arrived: string[] = [];
const server = createServer((request, response) => {
  arrived.push(`${request.socket.localAddress} ${request.headers.host}`);
  if (request.headers.host === 'late.example') late.resolve(['::1']);
  response.end('ok');
});
server.listen(80, '0.0.0.0');
await once(server, 'listening');
const { asked } = await startNameServer(zone);
const { connects } = watchConnects();

/** The names that were dialled, in the order in which the attempts ended. */
const ended: string[] = [];

async function outbound(host: string, { loopbackAllowed = false, timeoutMs = 20_000 } = {}) {
  const startMs = performance.now();
  const rules = { environment: 'test', ports: [], loopbackAllowed } as const;
  const result = await postWebhook({
    url: `http://${host}/`,
    body: '{}',
    headers: {},
    timeoutMs,
    rules,
  });
  ended.push(host);
  return { result, tookMs: performance.now() - startMs };
}

const outcomes: Record<string, Awaited<ReturnType<typeof outbound>>> = {};
for (const name of [...Object.keys(ADDRESSES), 'nobody.example']) outcomes[name] = await outbound(name);
outcomes['turns.example first'] = await outbound('turns.example');
outcomes['turns.example again'] = await outbound('turns.example');
outcomes['localhost'] = await outbound('localhost', { loopbackAllowed: true });
const silent = Array.from({ length: 20 }, (_, index) => outbound(`silent-${index}.example`));
const half = outbound('half.example', { timeoutMs: 2_000 });
outcomes['late.example'] = await outbound('late.example', { timeoutMs: 2_000 });
outcomes['beside the silent'] = await outbound('plain.example');
outcomes['silent.example'] = (await Promise.all(silent))[0] as Awaited<ReturnType<typeof outbound>>;
outcomes['half.example'] = await half;
console.log(JSON.stringify({ outcomes, asked, arrived, connects, ended }));
process.exit(0);
