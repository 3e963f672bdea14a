import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { EVENT_TYPES } from '@titular/contract';
import { OperatorRefusal } from '@titular/server/audit/index.ts';
import { type Demo, demoFile, readDemo } from '@titular/server/config/demo-file.ts';
import { isInRange } from '@titular/server/kernel/network/address-range.ts';
import { signWebhook, webhookSecret } from '@titular/server/webhooks/index.ts';
import { readId } from '../../frame/choose-tenant.ts';
import type { AloneContext, Arguments, Command, CommandResult, Line } from '../../frame/command.ts';
import { OUT_OPTION } from '../../frame/reveal-once.ts';
import { UsageError } from '../../frame/usage-error.ts';
import { writeNewFile } from '../../frame/write-new-file.ts';
import { readTypeOption } from './endpoint-options.ts';
import { forwardEvents } from './forward-events.ts';
import { createEventsClient, type ServiceAccess } from './service-client.ts';

const SECRET_BYTES = 32;
const API_PATH = /\/api\/public\/v1\/?$|\/$/;

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

/** A web address of any host. */
function readAddress(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password)
    throw new UsageError(`--${name} must be an http or https address without user information.`);
  return text;
}

async function readSecretFile(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new OperatorRefusal('not-found', `The file ${file} cannot be read (${error.code}).`);
  });
  return text.trim();
}

async function findDemo({ readConfig }: AloneContext): Promise<Demo> {
  const file = demoFile(readConfig());
  const demo = await readDemo(file);
  if (demo) return demo;
  throw new OperatorRefusal(
    'not-found',
    `There is no demo at ${file}: name --url, --client-id and --secret-file, or start the service in test first.`,
  );
}

/** What is not named is that of the demo; a client of one's own comes with a secret of one's own. */
async function readAccess({ options }: Arguments, context: AloneContext): Promise<ServiceAccess> {
  const { url, 'client-id': clientId, 'secret-file': secretFile } = options;
  if ((clientId === undefined) !== (secretFile === undefined))
    throw new UsageError('Give --client-id and --secret-file together.');
  const own =
    clientId === undefined || secretFile === undefined
      ? undefined
      : { clientId, clientSecret: await readSecretFile(secretFile) };
  const demo = url === undefined || own === undefined ? await findDemo(context) : undefined;
  const base = readAddress('url', url ?? demo?.baseUrl ?? '');
  const client = own ?? { clientId: demo?.clientId ?? '', clientSecret: demo?.clientSecret ?? '' };
  return { origin: base.replace(API_PATH, ''), ...client };
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
      url: { value: 'url', text: "Address of the service (default: the demo's)." },
      'client-id': { value: 'id', text: "A client with the scope webhooks:read (default: the demo's)." },
      'secret-file': { value: 'file', text: 'File with the client secret.' },
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
