import { randomBytes } from 'node:crypto';
import { networkInterfaces } from 'node:os';
import { EVENT_TYPES } from '@titular/contract';
import { OperatorRefusal } from '@titular/server/audit/index.ts';
import { isInRange } from '@titular/server/kernel/network/address-range.ts';
import { signWebhook, webhookSecret } from '@titular/server/webhooks/index.ts';
import { readId } from '../../frame/choose-tenant.ts';
import type { AloneContext, Arguments, Command, CommandResult, Line } from '../../frame/command.ts';
import { OUT_OPTION } from '../../frame/reveal-once.ts';
import { UsageError } from '../../frame/usage-error.ts';
import { writeNewFile } from '../../frame/write-new-file.ts';
import { readTypeOption } from './endpoint-options.ts';
import { forwardEvents } from './forward-events.ts';
import { ACCESS_OPTIONS, readAccess, readAddress, readSecretFile } from './read-access.ts';
import { createEventsClient } from './service-client.ts';

const SECRET_BYTES = 32;

/** Whether a host, as an address spells it, is the machine that this runs on. */
function isThisMachine(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (host === 'localhost' || host.endsWith('.localhost') || host === '::1') return true;
  if (isInRange('127.0.0.0/8', host)) return true;
  return Object.values(networkInterfaces()).some((own) => own?.some(({ address }) => address === host));
}

/** Events name transactions and orders: they are forwarded to the developer's own machine and to no other. */
function readOwnAddress(name: string, text: string): string {
  const address = readAddress(name, text);
  if (!isThisMachine(new URL(address).hostname))
    throw new UsageError(`--${name} must be an address of this machine, such as http://127.0.0.1:3000/hook.`);
  return address;
}

/** What is told of the secret to somebody who verifies with it. */
type ShownSecret = { secret: string } | { secretFile: string };

async function chooseSecret({ options }: Arguments): Promise<{ secret: string; shown: ShownSecret }> {
  const { 'webhook-secret-file': from, out } = options;
  if (from !== undefined && out !== undefined)
    throw new UsageError('Give --webhook-secret-file or --out, not both.');
  if (from === undefined) {
    const secret = webhookSecret(randomBytes(SECRET_BYTES));
    if (out === undefined) return { secret, shown: { secret } };
    await writeNewFile(out, `${secret}\n`);
    return { secret, shown: { secretFile: out } };
  }
  const secret = await readSecretFile(from);
  try {
    signWebhook('', new Date(0), '', [secret]);
  } catch (error) {
    throw new OperatorRefusal(
      'invalid',
      `${from} does not hold a signing secret: ${(error as Error).message}.`,
    );
  }
  return { secret, shown: { secretFile: from } };
}

function beginning(origin: string, target: string, shown: ShownSecret): Line {
  const which = 'secret' in shown ? `the secret ${shown.secret}` : `the secret in ${shown.secretFile}`;
  return {
    text: `Events of ${origin} go to ${target}, signed with ${which}`,
    record: { from: origin, to: target, ...shown },
  };
}

async function listen(args: Arguments, context: AloneContext): Promise<CommandResult> {
  const { forward, company, type } = args.options;
  if (forward === undefined) throw new UsageError('--forward is missing.');
  const target = readOwnAddress('forward', forward);
  const requestedType = readTypeOption(type);
  const filter = {
    ...(company === undefined ? {} : { company: readId(company, 'company') }),
    ...(requestedType === undefined ? {} : { type: requestedType }),
  };
  const access = await readAccess(args, context);
  const { secret, shown } = await chooseSecret(args);
  const poll = createEventsClient(access, filter);
  const begin = beginning(access.origin, target, shown);
  const lines = forwardEvents(poll, { target, secret }, begin, context.say, context.stopping);
  return { kind: 'lines', lines };
}

/** For the machine of a developer, which no service can reach. */
export const listenCommands: readonly Command[] = [
  {
    name: 'listen',
    summary: 'Forward the events of a service to a local address as webhooks, until Ctrl-C.',
    options: {
      forward: { value: 'url', text: 'Local address to send each event to, signed like a webhook.' },
      ...ACCESS_OPTIONS,
      'client-id': { value: 'id', text: "A client with the scope webhooks:read (default: the demo's)." },
      company: { value: 'id', text: 'Only events of this company.' },
      type: { value: 'type', text: `Only events of this type: ${EVENT_TYPES.join(', ')}.` },
      'webhook-secret-file': {
        value: 'file',
        text: 'File with the signing secret, `whsec_` and base64 (default: a new one, shown once).',
      },
      ...OUT_OPTION,
    },
    examples: [
      'titular listen --forward http://127.0.0.1:3000/hook',
      'titular listen --forward http://127.0.0.1:3000/hook --url https://pay.example --client-id tcl_8f0b --secret-file .titular/client.secret',
    ],
    runAlone: listen,
  },
];
