import type { Question } from './search-questions.ts';

const MOBILE = ['guides/mobile.html', 'guides/pt/mobile.html'] as const;
const DUPLICATE = [
  'guides/questions.html#a-duplicate-order-number',
  'guides/pt/questions.html#um-número-de-pedido-repetido',
] as const;
const UNDER_LOAD = ['guides/testing.html#a-load-test', 'guides/pt/testing.html#um-teste-de-carga'] as const;
const OWN_MACHINE = [
  'guides/testing.html#a-receiver-on-your-own-machine',
  'guides/pt/testing.html#um-receptor-na-sua-própria-máquina',
] as const;
const TEST_EVENT = [
  'guides/testing.html#an-event-of-every-kind',
  'guides/pt/testing.html#um-evento-de-cada-tipo',
] as const;
const NEW_KEYS = [
  'guides/tokens.html#new-keys-and-secrets',
  'guides/pt/tokens.html#novas-chaves-e-novos-segredos',
] as const;
const ONE_TOKEN = [
  'guides/tokens.html#one-token-for-all-calls',
  'guides/pt/tokens.html#um-token-para-todas-as-chamadas',
] as const;

/** What else engineers of a merchant type, and single words that other questions have beside others. */
export const TYPED: readonly Question[] = [
  ...['load test', 'stress test', 'k6', 'performance test'].map((words) => [words, ...UNDER_LOAD] as const),
  ...['canceled', 'cancelled'].map((words) => [words, 'transaction-states.html#canceled'] as const),
  ...['expired', 'expired transaction'].map((words) => [words, 'transaction-states.html#expired'] as const),
  ...['reverse proxy', 'load balancer', 'nginx'].map(
    (words) => [words, 'operations/install.html#balancers'] as const,
  ),
  ...['leaked secret', 'rotate key'].map((words) => [words, ...NEW_KEYS] as const),
  ['find transaction by order number', 'api/transactions.html#listTransactions'],
  ['webhook local development', ...OWN_MACHINE],
  ...['send a test event', 'test webhook'].map((words) => [words, ...TEST_EVENT] as const),
  ...['token lifetime', 'refresh token'].map((words) => [words, ...ONE_TOKEN] as const),
  ['scopes', 'client.html#all-methods'],
  ['insufficient scope', 'api/headers-of-answers.html#WWW-Authenticate'],
  ...['openapi', 'swagger', 'dotnet'].map((words) => [words, 'api/documentation.html#readOpenApi'] as const),
  ['supported browsers', 'hosted-page.html#browsers'],
  ['node version', 'client.html#titularclient'],
  ...['verify receipt signature', 'signed receipt'].map(
    (words) => [words, 'evidence.html#the-receipt'] as const,
  ),
  ...['liveness', 'deepfake'].map((words) => [words, 'attacks.html#attacks'] as const),
  ['resend webhook', 'webhooks.html#what-you-missed'],
  ['event sequence', 'webhooks.html#order-and-duplicates'],
  ...['uptime', 'status page'].map((words) => [words, 'api/health.html#readReadiness'] as const),
  ['revoke token', 'api/access-tokens.html#revokeToken'],
  ['jwks', 'api/access-tokens.html#readJwks'],
  ['curl example', 'api/transactions.html#createTransaction'],
  ['reuse selfie', 'guides/reuse.html#', 'guides/pt/reuse.html#'],
  ['missing field', 'errors.html#40002'],
  ['webview camera', ...MOBILE],
  ['two transactions for one order', ...DUPLICATE],
  ['change password', 'portal.html#signing-in'],
  ['webhook not received', 'webhooks.html#what-you-missed'],
  ['consent', 'hosted-page.html#what-the-person-reads-before-they-agree'],
  ['face recognition', 'face-engine.html#'],
  ['lost', 'operations/runbooks/lost-key.html#'],
  ['change', 'contract/changelog.html#'],
  ['several', 'guides/several-nodes.html#'],
  ['pause', 'operations/'],
  ['enable', 'command-line.html#'],
  ['workers', 'operations/'],
  ['cache', 'operations/metrics.html#titular_cache_entries'],
];

/** The same in Portuguese, as engineers of merchants in Brazil type it. */
export const TYPED_IN_PORTUGUESE: readonly Question[] = [
  ['webhook não chega', 'webhooks.html#what-you-missed'],
  ['como cancelar', 'api/transactions.html#cancelTransaction'],
  ['token expirou', ONE_TOKEN[1]],
  ['teste de carga', UNDER_LOAD[1]],
  ['prazo do link', 'hosted-page.html#when-a-link-does-not-open'],
  ['reconhecimento facial', 'face-engine.html#'],
  ['reenviar webhook', 'webhooks.html#what-you-missed'],
  ['consentimento', 'hosted-page.html#what-the-person-reads-before-they-agree'],
  ['proxy reverso', 'operations/install.html#balancers'],
  ['cancelada', 'transaction-states.html#canceled'],
  ['expirada', 'transaction-states.html#expired'],
  ['recibo', 'evidence.html#the-receipt'],
  ['segredo vazado', NEW_KEYS[1]],
  ['prova de vida', 'attacks.html#attacks'],
  ['webhook local', OWN_MACHINE[1]],
  ['evento de teste', TEST_EVENT[1]],
  ['navegadores', 'hosted-page.html#browsers'],
  ['mudar senha', 'portal.html#signing-in'],
  ['vários', 'guides/pt/several-nodes.html#'],
  ['status do serviço', 'api/health.html#readReadiness'],
];
