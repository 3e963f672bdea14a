import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Asked, answerBadly, type Fault, listen, readAsked, stop } from './faulty-server.ts';
import {
  type Algorithm,
  type Forgery,
  newProviderKey,
  type ProviderKey,
  signToken,
  toJwk,
} from './sign-token.ts';

type Claims = Record<string, unknown>;

/** What goes wrong at the fake provider; nothing of it is there at first. */
export type ProviderFaults = {
  /** Changes what the browser brings back. */
  query?(params: URLSearchParams): void;
  /** Claims of the ID token as they are sent; one that is undefined is left out. */
  claims?: Claims;
  header?: object;
  forgery?: Forgery;
  /** Signs with a key that was never published, under the id of one that was, or under its own. */
  strangeKey?: 'known-id' | 'own-id';
  /** The ID token in place of the one that was asked for. */
  token?: string;
  metadata?: Claims;
  /** What happens elsewhere while the answer of the token endpoint is held back. */
  duringToken?(): Promise<unknown>;
  /** Answers of an endpoint, by the last part of its address. */
  answers?: Readonly<Record<string, Fault>>;
};

/** Who sits at the provider: nobody's mail address counts, whatever it says. */
export type ProviderPerson = { sub: string; claims?: Claims };

/** An OpenID provider on loopback. */
export type FakeProvider = {
  issuer: string;
  /** The settings that make a service use it. */
  env: Record<string, string>;
  person: ProviderPerson;
  faults: ProviderFaults;
  asked: readonly Asked[];
  /** The last ID token that was given. */
  lastToken(): string;
  /** Visits an address as a browser does whose person agrees; the query that it comes back with. */
  visit(url: string): string;
  /** Publishes a new key alone, and signs with it. */
  rotateKey(alg?: Algorithm): void;
  stopAnswering(): Promise<void>;
  comeBack(): Promise<void>;
  close(): Promise<void>;
};

/** What a code was given for. */
type Grant = { params: URLSearchParams; person: ProviderPerson; authTime: number };

const CLIENT = { id: 'titular-portal', secret: 'fake-secret-of-the-portal' };
const SECONDS = 1_000;

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Whether a request names the client and its secret, each encoded as in a form (RFC 6749, section 2.3.1). */
function isClient({ headers }: Asked): boolean {
  const [id, secret] = Buffer.from(headers.authorization?.replace('Basic ', '') ?? '', 'base64')
    .toString('utf8')
    .split(':')
    .map(decodeURIComponent);
  return id === CLIENT.id && secret === CLIENT.secret;
}

/** Whether a request redeems a code as whoever asked for it would. */
function isRedeemed({ params }: Grant, asked: Asked): boolean {
  const sent = new URLSearchParams(asked.body);
  const challenge = createHash('sha256')
    .update(sent.get('code_verifier') ?? '')
    .digest('base64url');
  return (
    isClient(asked) &&
    sent.get('redirect_uri') === params.get('redirect_uri') &&
    params.get('code_challenge_method') === 'S256' &&
    challenge === params.get('code_challenge')
  );
}

type State = {
  grants: Map<string, Grant>;
  key: ProviderKey;
  lastToken: string;
  asked: Asked[];
  now: () => Date;
};

const secondsOf = ({ now }: State): number => Math.floor(now().getTime() / SECONDS);

const describeProvider = ({ issuer, faults }: FakeProvider): Claims => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  userinfo_endpoint: `${issuer}/userinfo`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256', 'PS256', 'ES256', 'EdDSA', 'HS256', 'none'],
  authorization_response_iss_parameter_supported: true,
  ...faults.metadata,
});

function makeToken({ issuer, faults }: FakeProvider, state: State, grant: Grant): string {
  const { params, person, authTime } = grant;
  const { strangeKey, header = {}, forgery } = faults;
  const kid = strangeKey === 'known-id' ? state.key.kid : randomUUID();
  const key = strangeKey ? newProviderKey(kid, 'RS256') : state.key;
  const at = secondsOf(state);
  const claims = {
    ...{ iss: issuer, sub: person.sub, aud: CLIENT.id, iat: at, exp: at + 300 },
    ...{ auth_time: authTime, nonce: params.get('nonce'), ...person.claims, ...faults.claims },
  };
  return signToken(claims, { key, forgery, header });
}

/** The answer of the token endpoint, with its status. */
function redeem(fake: FakeProvider, state: State, one: Asked): readonly [number, object] {
  const code = new URLSearchParams(one.body).get('code') ?? '';
  const grant = state.grants.get(code);
  state.grants.delete(code);
  if (!grant || !isRedeemed(grant, one)) return [400, { error: 'invalid_grant' }];
  state.lastToken = fake.faults.token ?? makeToken(fake, state, grant);
  const access = { access_token: randomUUID(), token_type: 'Bearer', expires_in: 300 };
  return [200, { ...access, id_token: state.lastToken }];
}

/** Gives a code to who asked for it; the query with which the browser goes back. */
function giveCode({ faults, person, issuer }: FakeProvider, state: State, url: URL): string {
  const params = url.searchParams;
  const code = randomUUID();
  state.grants.set(code, { params, person, authTime: secondsOf(state) });
  const back = new URLSearchParams({ code, state: params.get('state') ?? '', iss: issuer });
  faults.query?.(back);
  return back.toString();
}

async function answer(
  fake: FakeProvider,
  state: State,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const one = await readAsked(request);
  state.asked.push(one);
  const url = new URL(one.path, fake.issuer);
  const endpoint = url.pathname.split('/').at(-1) ?? '';
  const fault = fake.faults.answers?.[endpoint];
  if (fault?.kind === 'silent') return;
  if (fault && fault.kind !== 'members') return answerBadly(response, fault);
  if (endpoint === 'openid-configuration') return sendJson(response, 200, describeProvider(fake));
  if (endpoint === 'jwks') return sendJson(response, 200, { keys: [toJwk(state.key)] });
  if (endpoint === 'token') {
    await fake.faults.duringToken?.();
    return sendJson(response, ...redeem(fake, state, one));
  }
  if (endpoint !== 'authorize') return sendJson(response, 404, {});
  const location = `${url.searchParams.get('redirect_uri')}?${giveCode(fake, state, url)}`;
  response.writeHead(302, { location }).end();
}

/** Starts a provider on a free port; its issuer has a path, as many have. */
export async function startFakeProvider({
  now = () => new Date(),
  path = '/realms/staff',
} = {}): Promise<FakeProvider> {
  const key = newProviderKey('first', 'RS256');
  const state: State = { asked: [], grants: new Map(), key, lastToken: '', now };
  const server = createServer((request, response) => {
    answer(fake, state, request, response).catch((error: Error) => response.destroy(error));
  });
  const port = await listen(server, 0);
  const issuer = `http://127.0.0.1:${port}${path}`;
  const fake: FakeProvider = {
    ...{ issuer, asked: state.asked, person: { sub: 'maria-at-the-provider' }, faults: {} },
    env: {
      TITULAR_OIDC_ISSUER: issuer,
      TITULAR_OIDC_CLIENT_ID: CLIENT.id,
      TITULAR_OIDC_CLIENT_SECRET: CLIENT.secret,
      TITULAR_OIDC_NAME: 'Staff ID',
    },
    lastToken: () => state.lastToken,
    visit: (address) => giveCode(fake, state, new URL(address)),
    rotateKey: (alg = 'RS256') => {
      state.key = newProviderKey(randomUUID(), alg);
    },
    stopAnswering: () => stop(server),
    comeBack: async () => {
      await listen(server, port);
    },
    close: () => stop(server),
  };
  return fake;
}
