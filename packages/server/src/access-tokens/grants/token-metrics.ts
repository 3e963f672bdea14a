import { CLIENT_CREDENTIALS_GRANT, JWT_BEARER_GRANT, oauthErrorCatalogue } from '@titular/contract';
import { createCounter } from '../../kernel/metrics/instruments.ts';

/** Names of the grants as labels: an address is none. */
const GRANTS: Readonly<Record<string, string>> = {
  [CLIENT_CREDENTIALS_GRANT]: 'client_credentials',
  [JWT_BEARER_GRANT]: 'jwt_bearer',
};

const issued = createCounter({
  name: 'titular_tokens_issued_total',
  help: 'Access tokens issued, by grant.',
  labels: { grant: Object.values(GRANTS) },
});

/** Refusals of the token endpoints. */
export const oauthErrors = createCounter({
  name: 'titular_token_refusals_total',
  help: 'Refusals of the endpoints for tokens, by their sub_code; docs/errors.md says what each means.',
  labels: { sub_code: Object.keys(oauthErrorCatalogue) },
});

/** Counts a token that was issued for a grant, by the grant's type on the wire. */
export const countIssued = (grantType: string | undefined): void =>
  issued.add({ grant: GRANTS[grantType ?? ''] ?? '' });

/** Metrics of the token endpoints. */
export const tokenMetrics = [issued, oauthErrors];
