import { generateKeyPairSync } from 'node:crypto';
import { Provider } from 'oidc-provider';

/** A well-known authorization server doing the same work, its grants in memory: client credentials by secret, answered by a signed JWT for the resource `urn:jwt`, or by an opaque token without one. */
const [port = '', clientId = '', clientSecret = ''] = (process.argv[2] ?? '').split(' ');
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const provider = new Provider(`http://127.0.0.1:${port}`, {
  clients: [
    {
      client_id: clientId,
      client_secret: clientSecret,
      grant_types: ['client_credentials'],
      redirect_uris: [],
      response_types: [],
      token_endpoint_auth_method: 'client_secret_post',
      id_token_signed_response_alg: 'ES256',
    },
  ],
  jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' }] },
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    resourceIndicators: {
      enabled: true,
      getResourceServerInfo: () => ({
        scope: 'transactions:write transactions:read',
        accessTokenFormat: 'jwt',
        accessTokenTTL: 3600,
        jwt: { sign: { alg: 'ES256' } },
      }),
    },
  },
});
const server = provider.listen(Number(port), '127.0.0.1', () => process.send?.('ready'));
process.on('message', () => {
  server.closeAllConnections();
  server.close(() => process.disconnect());
});
