import { createHash, createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Figure } from '../../trial.ts';
import { zero } from '../judged.ts';
import { marksIn } from './tenant.ts';

/** A webhook as it came: its path, its headers and the bytes of its body. */
export type Delivered = { path: string; headers: IncomingHttpHeaders; body: Buffer };

/** What a webhook says, by the path that it came to and the id of its event. */
export type Said = {
  path: string;
  event: string;
  type: unknown;
  transactionId: unknown;
  status: unknown;
  sequence: unknown;
};

/** Looks at every webhook, and judges all of them in the end. */
export type WebhookWatch = {
  look(delivered: Delivered): void;
  /** Whether one with this id came to this path. */
  hasHeard(path: string, id: string): boolean;
  /** All that came, each once. */
  said(): Said[];
  figures(): Figure[];
};

const PREFIX = 'whsec_';

/** Whether one of the signatures is that of Standard Webhooks over id, time and body; written here anew, and not by the service. */
export function isSigned(secret: string, { headers, body }: Omit<Delivered, 'path'>): boolean {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const [id, at] = [headers['webhook-id'], headers['webhook-timestamp']];
  const signature = createHmac('sha256', key).update(`${id}.${at}.`).update(body).digest('base64');
  return String(headers['webhook-signature']).split(' ').includes(`v1,${signature}`);
}

function parseSaid(path: string, event: string, body: Buffer): Said {
  let told: Partial<Said> = {};
  try {
    told = JSON.parse(body.toString('utf8'));
  } catch {
    // What is no JSON is counted by the receiver.
  }
  const { type, transactionId, status, sequence } = told;
  return { path, event, type, transactionId, status, sequence };
}

/** Watches webhooks whose secrets are known by the path that they come to. */
export function watchWebhooks(secrets: ReadonlyMap<string, string>): WebhookWatch {
  const digests = new Map<string, string>();
  const said: Said[] = [];
  const found = { checked: 0, unsigned: 0, unequal: 0, strange: 0 };
  return {
    look(delivered) {
      const { path, headers, body } = delivered;
      const secret = secrets.get(path);
      const id = `${path} ${headers['webhook-id']}`;
      const digest = createHash('sha256').update(body).digest('base64');
      if ((digests.get(id) ?? digest) !== digest) found.unequal += 1;
      if (!digests.has(id)) said.push(parseSaid(path, String(headers['webhook-id']), body));
      digests.set(id, digest);
      const own = marksIn(path);
      if (marksIn(body.toString('utf8')).some((mark) => !own.includes(mark))) found.strange += 1;
      if (secret === undefined) return;
      found.checked += 1;
      if (!isSigned(secret, delivered)) found.unsigned += 1;
    },
    hasHeard: (path, id) => digests.has(`${path} ${id}`),
    said: () => said,
    figures: () => [
      {
        what: 'I5: webhooks whose signature was checked, by code that is not of the service',
        value: String(found.checked),
        target: '> 0',
        isMet: found.checked > 0,
      },
      zero('I5: of these not signed as Standard Webhooks say', found.unsigned),
      zero('I5: webhooks that came again with other bytes', found.unequal),
      zero('I6: webhooks that tell of another tenant', found.strange),
    ],
  };
}
