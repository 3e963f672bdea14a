import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sha256Of } from './origin.ts';

const PAYLOAD_TYPE = 'application/vnd.in-toto+json';

type Envelope = { payloadType: string; payload: string; signatures: { keyid: string; sig: string }[] };

/** Encodes a payload with its type before signing, as DSSE 1.0 defines it. */
const preAuthenticate = (payload: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`DSSEv1 ${PAYLOAD_TYPE.length} ${PAYLOAD_TYPE} ${payload.length} `), payload]);

const keyIdOf = (key: KeyObject): string =>
  sha256Of((key.type === 'private' ? createPublicKey(key) : key).export({ format: 'der', type: 'spki' }));

function readKey(file: string, read: (pem: Buffer) => KeyObject): KeyObject {
  const pem = readFileSync(file);
  let key: KeyObject | undefined;
  try {
    key = read(pem);
  } catch {
    key = undefined;
  }
  if (key?.asymmetricKeyType !== 'ed25519')
    throw new Error(`${file} holds no Ed25519 key in PEM without a passphrase`);
  return key;
}

/** Reads the private key of a release, in PEM. */
export const readSigningKey = (file: string): KeyObject => readKey(file, createPrivateKey);

/** Reads the public key of a release, in PEM. */
export const readVerifyingKey = (file: string): KeyObject => readKey(file, createPublicKey);

/** Signs a statement by Ed25519 into a DSSE envelope that carries it. */
export function signStatement(statement: Buffer, key: KeyObject): string {
  const sig = sign(null, preAuthenticate(statement), key).toString('base64');
  const envelope: Envelope = {
    payloadType: PAYLOAD_TYPE,
    payload: statement.toString('base64'),
    signatures: [{ keyid: keyIdOf(key), sig }],
  };
  return `${JSON.stringify(envelope)}\n`;
}

/** Checks that an envelope carries this statement and a signature by the key; a sentence says what is wrong, undefined that it is good. */
export function checkEnvelope(text: string, statement: Buffer, key: KeyObject): string | undefined {
  const { payloadType, payload, signatures } = JSON.parse(text) as Envelope;
  if (payloadType !== PAYLOAD_TYPE) return 'The envelope holds no in-toto statement.';
  const signed = Buffer.from(payload, 'base64');
  const encoded = preAuthenticate(signed);
  if (!signatures.some(({ sig }) => verify(null, encoded, key, Buffer.from(sig, 'base64'))))
    return signatures.some(({ keyid }) => keyid === keyIdOf(key))
      ? 'The signature is not over these bytes.'
      : 'The signature is by another key.';
  return signed.equals(statement) ? undefined : 'The signed statement is another than the provenance.';
}
