/** Why a webhook is refused, the same in every client, with what to do. */
export const WEBHOOK_CODES: readonly (readonly [code: string, happened: string, remedy: string])[] = [
  [
    'missing_header',
    'webhook-id, webhook-timestamp or webhook-signature is missing, empty, or there twice.',
    'Give all headers as they came; let no proxy remove or repeat them.',
  ],
  ['bad_timestamp', 'webhook-timestamp is not a number of seconds.', 'Somebody else sent it: answer 400.'],
  [
    'too_old',
    'The attempt was sent over 300 seconds ago: it is played back, or the clock of the receiver is ahead.',
    'Synchronize the clock of the receiver, and verify before anything waits.',
  ],
  [
    'too_new',
    'The attempt lies over 300 seconds in the future.',
    'Synchronize the clock of the receiver, which is behind.',
  ],
  [
    'no_matching_signature',
    'None of the secrets made one of the signatures.',
    'Verify the bytes of the body as they came, before anything parses them, with the secrets of this endpoint.',
  ],
  [
    'bad_payload',
    'The signature is genuine, but the body is not a JSON object with id and type.',
    'Report it to the operator of the service.',
  ],
  [
    'bad_secret',
    'A secret is not one of a webhook endpoint, or is not whole.',
    'Give each secret as it was shown, with whsec_ in front and nothing after it.',
  ],
];

/** Faults that no answer of the service tells, the same in every client, with what to do. */
export const FAULT_CODES: typeof WEBHOOK_CODES = [
  [
    'NAME_NOT_FOUND',
    'The name of the host has no address.',
    'Check the address of the service, and the name server of this machine.',
  ],
  [
    'ECONNREFUSED',
    'Nothing listens at the address.',
    'Check host and port, and whether the service is running.',
  ],
  [
    'ECONNRESET',
    'The connection broke before the answer was whole.',
    'Try again, a create under its idempotency key; check proxies and firewalls on the way.',
  ],
  [
    'EPIPE',
    'The other side closed the connection before the request was whole.',
    'Try again, a create under its idempotency key; check proxies and firewalls on the way.',
  ],
  [
    'TLS',
    'No TLS: the certificate is not trusted, is for another host, or the other side does not speak TLS.',
    'Check the address, the certificate, and the authorities that the client trusts.',
  ],
  [
    'PROXY',
    'A proxy on the way made no connection to the service; the message has its status, such as 407.',
    'Give the proxy the credentials that it asks for, and have it let the address of the service through.',
  ],
  [
    'CONNECTION',
    'The connection failed in another way, or what came was not HTTP.',
    'Check the address, and what stands before the service.',
  ],
  [
    'SIGN_FAILED',
    'What signs in place of a private key failed, or its signature has another form; nothing was sent.',
    'Look at the key service. A signature of ES256 has 64 bytes: convert DER to r and s.',
  ],
  [
    'BROKEN_ANSWER',
    'The answer is not JSON of the service: an HTML page, a cut-off text, or pages of a list in a circle.',
    'Check the address, and what stands before the service.',
  ],
  [
    'ANSWER_TOO_LARGE',
    'The answer has more bytes than the service ever sends.',
    'Check the address: something else answers there.',
  ],
];
