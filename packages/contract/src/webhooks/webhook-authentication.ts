import { type Static, Type } from 'typebox';

const CLOSED = { additionalProperties: false } as const;
const text = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, description });

/** How requests to an endpoint are authenticated besides their signature; credentials are taken and never shown again. */
export const WebhookAuthentication = Type.Union([
  Type.Object({ kind: Type.Literal('none') }, CLOSED),
  Type.Object(
    {
      kind: Type.Literal('basic'),
      user: text(256, 'User of HTTP Basic authentication; no colon.'),
      password: text(1024, 'Its password.'),
    },
    CLOSED,
  ),
  Type.Object(
    {
      kind: Type.Literal('api-key'),
      key: text(4096, '`header:value`, or a bare value for `Authorization`.'),
    },
    CLOSED,
  ),
  Type.Object(
    {
      kind: Type.Literal('oauth2'),
      tokenUrl: text(2048, 'Token endpoint; the same rules apply as for the URL of an endpoint.'),
      clientId: text(256, 'Client id, sent with HTTP Basic authentication.'),
      clientSecret: text(1024, 'Its secret.'),
      scope: Type.Optional(text(1024, 'Scopes to request, separated by spaces.')),
    },
    CLOSED,
  ),
]);
export type WebhookAuthentication = Static<typeof WebhookAuthentication>;
