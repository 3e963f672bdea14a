/** What somebody types, and the page that has to come first; in Portuguese another one where the guide is translated. */
export type Question = readonly [words: string, first: string, firstInPortuguese?: string];

const TESTING = ['guides/testing.html', 'guides/pt/testing.html'] as const;
const TOKENS = ['guides/tokens.html#tokens', 'guides/pt/tokens.html#tokens'] as const;
const REFUSED = ['guides/tokens.html#errors', 'guides/pt/tokens.html#erros'] as const;
const START = ['guides/first-transaction.html', 'guides/pt/first-transaction.html'] as const;
const RECEIVE = ['guides/webhooks.html#webhooks', 'guides/pt/webhooks.html#webhooks'] as const;
const LIVE = ['guides/going-to-production.html', 'guides/pt/going-to-production.html'] as const;
const PHONE = ['guides/phone.html', 'guides/pt/phone.html'] as const;
const SIGN_ON = ['guides/single-sign-on.html', 'guides/pt/single-sign-on.html'] as const;
const MOBILE = ['guides/mobile.html', 'guides/pt/mobile.html'] as const;
const RETRIES = ['clients/in-common.html#retries'] as const;
const PAGES = ['clients/in-common.html#pages-of-a-list'] as const;
const REFUNDS = ['evidence.html#refunds-and-disputes'] as const;
const RATE = ['errors.html#42901'] as const;
const AGAIN = ['client.html#what-is-sent-again'] as const;
const ASKED = 'guides/questions.html#';
const ASKED_IN_PORTUGUESE = 'guides/pt/questions.html#';
const CONNECTIONS = ['clients/in-common.html#connections'] as const;
const ERASE = ['data-protection.html#erasing-a-person'] as const;

/** Questions in English. */
export const ENGLISH: readonly Question[] = [
  ['pagination', ...PAGES],
  ['cursor', ...PAGES],
  ['next page', ...PAGES],
  ['retry', ...RETRIES],
  ['try again', ...RETRIES],
  ['Retry-After', 'api/headers-of-answers.html#Retry-After'],
  ['exponential backoff', ...RETRIES],
  ['timeout', 'clients/in-common.html#time-limits'],
  ['deadline', 'clients/in-common.html#time-limits'],
  ['rate limit', ...RATE],
  ['too many requests', ...RATE],
  ['429', ...RATE],
  ['sandbox', 'sandbox.html#the-sandbox'],
  ['how do I test', ...TESTING],
  ['test card', ...TESTING],
  ['test without a camera', ...TESTING],
  ['idempotency', ...AGAIN],
  ['idempotency key', ...AGAIN],
  ['double charge', ...AGAIN],
  ['401', ...REFUSED],
  ['error 401', ...REFUSED],
  ['unauthorized', ...REFUSED],
  ['403', 'errors.html#errors'],
  ['error codes', 'errors.html#errors'],
  ['api key', ...TOKENS],
  ['authentication', ...TOKENS],
  ['oauth', ...TOKENS],
  ['webhook', ...RECEIVE],
  ['webhook signature', ...RECEIVE],
  ['verify webhook', ...RECEIVE],
  ['signature verification failed', 'errors.html#webhooks-that-do-not-verify'],
  ['webhook retry', 'webhooks.html#what-your-response-means'],
  ['missed events', 'webhooks.html#what-you-missed'],
  ['duplicate webhook', 'webhooks.html#order-and-duplicates'],
  ['refund', ...REFUNDS],
  ['how can I get a refund?', ...REFUNDS],
  ['chargeback', ...REFUNDS],
  ['status codes', 'transaction-states.html#'],
  ['expired link', 'hosted-page.html#when-a-link-does-not-open'],
  ['new link', 'api/transactions.html#renewLink'],
  ['cancel', 'api/transactions.html#cancelTransaction'],
  ['request id', 'api/headers-of-answers.html#X-Request-Id'],
  ['camera not working', 'hosted-page.html#browsers'],
  ['dark mode', 'hosted-page.html#language-and-colours'],
  ['translation', 'hosted-page.html#language-and-colours'],
  ['cors', 'web-sdk.html#what-your-pages-headers-have-to-allow'],
  ['iframe', 'web-sdk.html#what-your-pages-headers-have-to-allow'],
  ['react', 'web-sdk.html#the-web-sdk'],
  ['react native', ...MOBILE],
  ['mobile app', ...MOBILE],
  ['ngrok', ...PHONE],
  ['localhost', ...PHONE],
  ['gdpr', ...ERASE],
  ['delete person', ...ERASE],
  ['data retention', 'data-protection.html#for-how-long'],
  ['go live', ...LIVE],
  ['production', ...LIVE],
  ['getting started', ...START],
  ['quickstart', ...START],
  ['install', 'operations/install.html#'],
  ['docker', 'operations/install.html#'],
  ['health check', 'operations/metrics.html#'],
  ['backup', 'operations/backup.html#'],
  ['upgrade', 'operations/upgrades.html#'],
  ['breaking change', 'versioning.html#'],
  ['changelog', 'contract/changelog.html#'],
  ['pricing', 'overview.html#licence'],
  ['sso', ...SIGN_ON],
  ['password', 'portal.html#signing-in'],
  ['roles', 'portal.html#roles'],
  ['csv', 'portal.html#files-of-lists'],
  ['ip allowlist', 'command-line.html#settings'],
  ['postman', 'clients/postman/index.html'],
  ['python', 'clients/python/index.html'],
  ['php', 'clients/php/index.html'],
  ['golang', 'clients/go/index.html'],
  ['java', 'clients/java/index.html'],
  ['node', 'client.html#titularclient'],
];

/** What engineers ask while they connect a shop, and the part of the page of questions that answers it, in both languages. */
const INTEGRATORS: readonly (readonly [place: string, inPortuguese: string, ...asked: string[]])[] = [
  [
    'card-digits-cpf-and-names-in-the-right-form',
    'dígitos-do-cartão-cpf-e-nomes-na-forma-certa',
    ...['card digits with spaces', 'full card number', 'cpf with dots', 'invalid cpf', 'expired card'],
  ],
  [
    'a-duplicate-order-number',
    'um-número-de-pedido-repetido',
    'duplicate order number',
    'replicated transaction',
  ],
  [
    'a-crash-between-the-create-and-its-answer',
    'uma-queda-entre-a-criação-e-a-resposta',
    ...['idempotency after a crash', 'crash after create', 'server crashed before response'],
  ],
  [
    'ending-a-call-under-way',
    'encerrar-uma-chamada-em-andamento',
    ...['context canceled', 'go context cancelled', 'context deadline exceeded', 'abort signal'],
  ],
  [
    'how-long-and-how-often-to-poll',
    'por-quanto-tempo-e-com-que-frequência-consultar',
    ...['how long do I poll', 'polling interval', 'poll status'],
  ],
  [
    'a-webhook-behind-basic-authentication-a-firewall-or-a-proxy',
    'um-webhook-atrás-de-autenticação-basic-firewall-ou-proxy',
    ...['webhook behind basic auth', 'webhook ip addresses', 'egress ip'],
  ],
  [
    'the-raw-body-in-your-framework',
    'o-corpo-bruto-no-seu-framework',
    ...['express raw body', 'webhook body parser express', 'spring boot webhook', 'laravel webhook'],
  ],
  [
    'rotating-a-webhook-secret-without-loss',
    'trocar-o-segredo-de-um-webhook-sem-perdas',
    ...['rotate webhook secret without downtime', 'webhook secret lost'],
  ],
  [
    'clocks-that-are-wrong',
    'relógios-errados',
    ...['clock skew in assertion', 'clock drift', 'iat in the future'],
  ],
  [
    'php-without-curl-python-with-asyncio',
    'php-sem-curl-python-com-asyncio',
    ...['php without curl', 'ext-curl', 'async python', 'asyncio'],
  ],
  ['a-key-in-kms-or-an-hsm', 'uma-chave-em-um-kms-ou-hsm', 'AWS KMS', 'HSM', 'private key format'],
  [
    'one-token-for-several-processes',
    'um-token-para-vários-processos',
    ...['access token cache', 'redis token cache', 'token in several processes'],
  ],
  [
    'a-test-for-each-status-and-refusal',
    'um-teste-para-cada-status-e-recusa',
    ...['test data for refused', 'simulate rejected', 'test inconclusive'],
  ],
  [
    'sending-the-link-and-its-lifetime',
    'enviar-o-link-e-a-sua-validade',
    ...['link in sms', 'return url', 'link expiry', 'redirect after completion'],
  ],
  ['what-support-asks-for', 'o-que-o-suporte-pede', 'log request', 'debug logging', 'support ticket'],
];

/** Questions of integrators in English, with the place for readers of either language. */
export const OF_INTEGRATORS: readonly Question[] = [
  ...INTEGRATORS.flatMap(([place, inPortuguese, ...asked]) =>
    asked.map((words) => [words, ASKED + place, ASKED_IN_PORTUGUESE + inPortuguese] as const),
  ),
  ...[
    'corporate proxy',
    'custom CA',
    'SSL: CERTIFICATE_VERIFY_FAILED',
    'PKIX path building failed',
    'truststore',
  ].map((words) => [words, ...CONNECTIONS] as const),
  ['webhook payload example', 'webhooks.html#what-arrives'],
  ['which statuses are final', 'transaction-states.html#'],
  ['timeout behind nginx', ...CONNECTIONS],
  ['foreign customer without cpf', `${ASKED}card-digits`, `${ASKED_IN_PORTUGUESE}dígitos-do-cartão`],
  ['disable webhook temporarily', 'api/webhooks.html#changeWebhookEndpoint'],
  ['two webhook urls', 'webhooks.html#register-an-endpoint'],
  ['http 500 from webhook', 'webhooks.html#what-your-response-means'],
  ['name mismatch', 'card-names.html#'],
  ['how accurate', 'calibration.html#'],
  ['multiple shops', LIVE[0], LIVE[1]],
  ['leaked webhook secret', `${ASKED}rotating-a-webhook-secret`, `${ASKED_IN_PORTUGUESE}trocar-o-segredo`],
];

/** Questions in Portuguese, as readers of the Portuguese guides ask them. */
export const PORTUGUESE: readonly Question[] = [
  ['paginação', ...PAGES],
  ['paginacao', ...PAGES],
  ['tentar novamente', ...RETRIES],
  ['nova tentativa', ...RETRIES],
  ['tempo limite', 'clients/in-common.html#time-limits'],
  ['limite de requisições', ...RATE],
  ['muitas requisições', ...RATE],
  ['como testar', ...TESTING],
  ['ambiente de teste', ...TESTING],
  ['cartão de teste', ...TESTING],
  ['como faço para testar sem câmera?', ...TESTING],
  ['idempotência', ...AGAIN],
  ['erro 401', ...REFUSED],
  ['não autorizado', ...REFUSED],
  ['erro', 'errors.html#errors'],
  ['token', ...TOKENS],
  ['autenticação', ...TOKENS],
  ['chave de api', ...TOKENS],
  ['assinatura do webhook', ...RECEIVE],
  ['verificar webhook', ...RECEIVE],
  ['assinatura inválida', 'errors.html#webhooks-that-do-not-verify'],
  ['eventos perdidos', 'webhooks.html#what-you-missed'],
  ['reembolso', ...REFUNDS],
  ['estorno', ...REFUNDS],
  ['link expirado', 'hosted-page.html#when-a-link-does-not-open'],
  ['novo link', 'api/transactions.html#renewLink'],
  ['cancelar', 'api/transactions.html#cancelTransaction'],
  ['idioma', 'hosted-page.html#language-and-colours'],
  ['celular', ...PHONE],
  ['aplicativo móvel', ...MOBILE],
  ['lgpd', ...ERASE],
  ['apagar dados', ...ERASE],
  ['produção', ...LIVE],
  ['começar', ...START],
  ['instalar', 'operations/install.html#'],
  ['senha', 'portal.html#signing-in'],
  ['cpf com pontos', `${ASKED_IN_PORTUGUESE}dígitos-do-cartão`],
  ['pedido duplicado', `${ASKED_IN_PORTUGUESE}um-número-de-pedido-repetido`],
  ['trocar segredo do webhook', `${ASKED_IN_PORTUGUESE}trocar-o-segredo`],
  ['proxy da empresa', ...CONNECTIONS],
  ['erro de certificado', ...CONNECTIONS],
];

/** Questions in Spanish; the pages are in English. */
export const SPANISH: readonly Question[] = [
  ['paginación', ...PAGES],
  ['reintentar', ...RETRIES],
  ['¿cómo reintento?', ...RETRIES],
  ['límite de peticiones', ...RATE],
  ['cómo probar', ...TESTING],
  ['tarjeta de prueba', ...TESTING],
  ['idempotencia', ...AGAIN],
  ['error 401', ...REFUSED],
  ['no autorizado', ...REFUSED],
  ['firma webhook', ...RECEIVE],
  ['firma inválida', 'errors.html#webhooks-that-do-not-verify'],
  ['autenticación', ...TOKENS],
  ['reembolso', ...REFUNDS],
  ['contracargo', ...REFUNDS],
  ['enlace caducado', 'hosted-page.html#when-a-link-does-not-open'],
  ['contraseña', 'portal.html#signing-in'],
  ['borrar datos', ...ERASE],
  ['producción', ...LIVE],
  ['empezar', ...START],
  ['pedido duplicado', `${ASKED}a-duplicate-order-number`],
  ['error de certificado', ...CONNECTIONS],
];

/** Sentences as people type them, in words that no topic has together, and a page that has to be among the first three. */
export const SENTENCES: readonly (readonly ['en' | 'pt-BR', string, string])[] = [
  ['en', 'how often do you retry a webhook', 'webhooks.html'],
  ['en', 'my token stopped working', 'guides/tokens.html'],
  ['en', 'we got the same event twice', 'webhooks.html'],
  ['en', 'customer denied the camera', 'hosted-page.html'],
  ['en', 'how long is the link valid', 'hosted-page.html'],
  ['en', 'delete all data of a customer', 'data-protection.html'],
  ['en', 'lost the master key', 'operations/runbooks/lost-key.html'],
  ['en', 'restore a backup', 'operations/backup.html'],
  ['en', 'upgrade without downtime', 'operations/upgrades.html'],
  ['en', 'why was my transaction rejected', 'guides/first-transaction.html'],
  ['en', 'how many attempts does the customer have', 'decision.html'],
  ['en', 'how much disk does it need', 'operations/install.html'],
  ['pt-BR', 'meu token parou de funcionar', 'guides/pt/tokens.html'],
  ['pt-BR', 'recebi o mesmo evento duas vezes', 'webhooks.html'],
  ['pt-BR', 'apagar dados de um cliente', 'data-protection.html'],
  ['pt-BR', 'cliente negou a câmera', 'hosted-page.html'],
  ['pt-BR', 'por que foi recusada', 'guides/pt/first-transaction.html'],
  ['en', 'mi token dejó de funcionar', 'guides/tokens.html'],
  ['en', 'borrar los datos de un cliente', 'data-protection.html'],
  ['en', 'cuánto dura el enlace', 'hosted-page.html'],
];
