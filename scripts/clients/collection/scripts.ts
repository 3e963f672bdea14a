/**
 * Makes an origin of the address that was pasted, whatever page of the service it is of. Sets the hour ago, and keeps a token that is good
 * for another half a minute, for the account and service that it is of. Without credentials the request goes as it is.
 */
export const KEEP_TOKEN: readonly string[] = [
  "pm.collectionVariables.set('hourAgo', new Date(Date.now() - 3600000).toISOString());",
  "const read = (name) => String(pm.variables.get(name) || '').trim();",
  "for (const name of ['clientId', 'clientSecret', 'company']) if (read(name) !== '') pm.variables.set(name, read(name));",
  "const pasted = read('baseUrl').replace(/^[\"'<]+|[\"'>]+$/g, '').replace(/[?#].*$/, '');",
  "const scheme = /^(localhost|127\\.|\\[::1\\])/i.test(pasted) ? 'http://' : 'https://';",
  'const address = /^[a-z][a-z0-9+.-]*:\\/\\//i.test(pasted) ? pasted : scheme + pasted;',
  "const origin = address.replace(/\\/+$/, '').replace(/\\/+(api\\/public\\/v1|docs|oauth2|portal)(\\/.*)?$/, '').replace(/\\/+$/, '');",
  "if (pasted !== '') pm.variables.set('baseUrl', origin);",
  "const owner = read('baseUrl') + ' ' + read('clientId');",
  "const isOwn = read('token') !== '' && read('tokenOwner') === owner;",
  "const isGood = isOwn && Number(read('tokenEndsAt')) > Date.now() + 30000;",
  "if (!isGood && read('clientId') !== '' && read('clientSecret') !== '') {",
  "  pm.collectionVariables.set('token', '');",
  '  const form = {',
  "    grant_type: 'client_credentials',",
  "    client_id: read('clientId'),",
  "    client_secret: read('clientSecret'),",
  '  };',
  '  pm.sendRequest(',
  '    {',
  "      url: read('baseUrl') + '/oauth2/token',",
  "      method: 'POST',",
  "      header: { 'content-type': 'application/x-www-form-urlencoded' },",
  "      body: { mode: 'urlencoded', urlencoded: Object.entries(form).map(([key, value]) => ({ key, value })) },",
  '    },',
  '    (error, response) => {',
  "      if (error || response.code !== 200) throw new Error('No access token: ' + (error || response.text()));",
  '      const { access_token, expires_in } = response.json();',
  "      pm.collectionVariables.set('token', access_token);",
  "      pm.collectionVariables.set('tokenOwner', owner);",
  "      pm.collectionVariables.set('tokenEndsAt', String(Date.now() + 1000 * expires_in));",
  '    },',
  '  );',
  '}',
];

/** Variables that an answer fills: what the next requests are about. */
const FILLS: Readonly<Record<string, readonly [variable: string, member: string]>> = {
  createTransaction: ['transaction', 'id'],
  createProcess: ['process', 'process.id'],
  createWebhookEndpoint: ['endpoint', 'id'],
  listEvents: ['event', 'events[0]?.id'],
  listDeliveries: ['delivery', 'deliveries[0]?.id'],
  createFaceReference: ['reference', 'id'],
  eraseIdentity: ['erasure', 'id'],
};

/** Checks the status of an answer, and keeps what the next requests are about. */
export function checkAnswer(operationId: string, status: string): string[] {
  const check = `pm.test('answers ${status}', () => pm.response.to.have.status(${status}));`;
  // The token that was given back is the one that all requests have: the next one fetches another.
  if (operationId === 'revokeToken')
    return [check, `if (pm.response.code === ${status}) pm.collectionVariables.set('token', '');`];
  const [variable, member] = FILLS[operationId] ?? [];
  if (variable === undefined) return [check];
  return [
    check,
    `if (pm.response.code === ${status}) pm.collectionVariables.set('${variable}', pm.response.json().${member} || '');`,
  ];
}
