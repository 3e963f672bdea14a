import { createHash, createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import type { Figure } from '../../trial.ts';
import { type Check, checkOf, type Found, zero } from '../judged.ts';
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

/** A webhook in the journal of what was heard: what it says, a digest of its bytes, whether it was signed where its secret is known, and marks of other tenants in it. */
export type HeardLine = Said & { digest: string; isSigned?: boolean; strange?: readonly string[] };

/** Where webhooks stand as they were heard, below the directory of a run. */
export const heardOf = (directory: string): string => join(directory, 'heard.journal');

/** All that was heard, each by the path that it came to, and what has to be 0 of it. */
export type Hearing = {
  add(line: HeardLine): void;
  /** Whether one with this id came to this path. */
  hasHeard(path: string, id: string): boolean;
  /** All that came, each once. */
  said(): Said[];
  /** How many signatures were checked. */
  checked(): number;
  checks(): Check[];
};

/** Looks at every webhook, and judges all of them in the end. */
export type WebhookWatch = Pick<Hearing, 'hasHeard' | 'said'> & {
  look(delivered: Delivered): void;
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
    told = JSON.parse(body.toString('utf8')) ?? {};
  } catch {
    // What is no JSON is counted by the receiver.
  }
  const { type, transactionId, status, sequence } = told;
  return { path, event, type, transactionId, status, sequence };
}

/** Collects what was heard, from receivers or from their journal. */
export function collectHeard(): Hearing {
  const digests = new Map<string, string>();
  const said: Said[] = [];
  let checked = 0;
  const found: Record<'unsigned' | 'unequal' | 'strange', Found[]> = {
    unsigned: [],
    unequal: [],
    strange: [],
  };
  return {
    add(line) {
      const { path, event, digest, isSigned: isGood, strange, ...told } = line;
      const id = `${path} ${event}`;
      const about = typeof told.transactionId === 'string' ? told.transactionId : event;
      const because = (why: string): Found => ({ about, why: `${path}, ${event}: ${why}` });
      const first = digests.get(id);
      if (first === undefined) {
        said.push({ path, event, ...told });
        digests.set(id, digest);
      } else if (first !== digest) found.unequal.push(because('other bytes than before'));
      if (strange) found.strange.push(because(`it names ${strange.join(', ')}`));
      if (isGood === undefined) return;
      checked += 1;
      if (!isGood) found.unsigned.push(because('no signature of its secret'));
    },
    hasHeard: (path, id) => digests.has(`${path} ${id}`),
    said: () => said,
    checked: () => checked,
    checks: () => [
      checkOf('I5: webhooks not signed as Standard Webhooks say', found.unsigned),
      checkOf('I5: webhooks that came again with other bytes', found.unequal),
      checkOf('I6: webhooks that tell of another tenant', found.strange),
    ],
  };
}

/** Watches webhooks whose secrets are known by the path that they come to, and writes each down before it is answered. */
export function watchWebhooks(
  secrets: ReadonlyMap<string, string>,
  write: (line: HeardLine) => void = () => undefined,
): WebhookWatch {
  const hearing = collectHeard();
  return {
    look(delivered) {
      const { path, headers, body } = delivered;
      const secret = secrets.get(path);
      const own = marksIn(path);
      const strange = marksIn(body.toString('utf8')).filter((mark) => !own.includes(mark));
      const line: HeardLine = {
        ...parseSaid(path, String(headers['webhook-id']), body),
        digest: createHash('sha256').update(body).digest('base64'),
        ...(secret !== undefined && { isSigned: isSigned(secret, delivered) }),
        ...(strange.length > 0 && { strange }),
      };
      write(line);
      hearing.add(line);
    },
    hasHeard: hearing.hasHeard,
    said: hearing.said,
    figures: () => [
      {
        what: 'I5: webhooks whose signature was checked, by code that is not of the service',
        value: String(hearing.checked()),
        target: '> 0',
        isMet: hearing.checked() > 0,
      },
      ...hearing.checks().map(({ what, count }) => zero(what, count)),
    ],
  };
}
