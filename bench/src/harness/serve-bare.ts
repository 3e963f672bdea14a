import Fastify from 'fastify';
import { obeyParent } from './child.ts';

/** Fastify that takes and gives the same bodies and does nothing else. */
const app = Fastify();
const token = 'x'.repeat(500);
app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, async () => ({}));
app.post('/create', async () => ({
  id: '019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e',
  status: 'waiting',
  link: 'http://127.0.0.1/c/0123456789012345678901234567890',
  token,
}));
app.get('/read/:id', async () => ({ status: 'waiting' }));
app.post<{ Params: { status: string } }>('/refuse/:status', async ({ params }, reply) =>
  reply.code(Number(params.status)).send({ code: '42901', message: 'x'.repeat(80) }),
);
app.post('/token', async () => ({ access_token: token, token_type: 'Bearer', expires_in: 3600 }));
await app.listen({ host: '127.0.0.1', port: Number(process.argv[2]) });
obeyParent(() => app.close());
