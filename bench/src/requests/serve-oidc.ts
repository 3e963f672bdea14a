import { generateKeyPairSync } from 'node:crypto';
import { type Adapter, type AdapterPayload, type ClientMetadata, Provider } from 'oidc-provider';
import pg from 'pg';

/** What the child is told: `databaseUrl` makes it keep clients and tokens there, as a service with several processes must; without, all is in memory. */
export type OidcSetting = { port: number; clientId: string; clientSecret: string; databaseUrl?: string };

/** A well-known authorization server: client credentials by secret, answered by a signed JWT for the resource `urn:jwt`, or by an opaque token without one. */
const setting = JSON.parse(process.argv[2] ?? '{}') as OidcSetting;

const client: ClientMetadata = {
  client_id: setting.clientId,
  client_secret: setting.clientSecret,
  grant_types: ['client_credentials'],
  redirect_uris: [],
  response_types: [],
  token_endpoint_auth_method: 'client_secret_post',
  id_token_signed_response_alg: 'ES256',
};

const TABLE = `CREATE TABLE IF NOT EXISTS oidc_payloads
  (kind text, id text, payload jsonb NOT NULL, expires_at timestamptz, PRIMARY KEY (kind, id))`;
const UPSERT = `INSERT INTO oidc_payloads VALUES ($1, $2, $3, now() + make_interval(secs => $4))
  ON CONFLICT (kind, id) DO UPDATE SET payload = excluded.payload, expires_at = excluded.expires_at`;
const FIND = 'SELECT payload FROM oidc_payloads WHERE kind = $1 AND id = $2';

async function openAdapter(connectionString: string): Promise<new (kind: string) => Adapter> {
  const pool = new pg.Pool({ connectionString, max: 20 });
  await pool.query(TABLE);
  await pool.query({ text: UPSERT, values: ['Client', client.client_id, client, 86_400] });
  const none = async (): Promise<undefined> => undefined;
  return class implements Adapter {
    private readonly kind: string;
    constructor(kind: string) {
      this.kind = kind;
    }
    async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<undefined> {
      await pool.query({ name: 'upsert', text: UPSERT, values: [this.kind, id, payload, expiresIn] });
    }
    async find(id: string): Promise<AdapterPayload | undefined> {
      return (await pool.query({ name: 'find', text: FIND, values: [this.kind, id] })).rows[0]?.payload;
    }
    findByUid = none;
    findByUserCode = none;
    consume = none;
    destroy = none;
    revokeByGrantId = none;
  };
}

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const provider = new Provider(`http://127.0.0.1:${setting.port}`, {
  ...(setting.databaseUrl === undefined
    ? { clients: [client] }
    : { adapter: await openAdapter(setting.databaseUrl) }),
  jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' }] },
  ttl: { ClientCredentials: 3600 },
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
provider.listen(setting.port, '127.0.0.1', () => process.send?.('ready'));
process.on('message', () => process.exit(0));
