import { readFile } from 'node:fs/promises';
import { OperatorRefusal } from '@titular/server/audit/index.ts';
import { type Demo, demoFile, readDemo } from '@titular/server/config/demo-file.ts';
import type { AloneContext, Arguments, OptionRule } from '../../frame/command.ts';
import { UsageError } from '../../frame/usage-error.ts';
import type { ServiceAccess } from './service-client.ts';

const API_PATH = /\/api\/public\/v1\/?$|\/$/;

/** Options by which a command learns of a service and of the client that asks it. */
export const ACCESS_OPTIONS: Readonly<Record<'url' | 'client-id' | 'secret-file', OptionRule>> = {
  url: { value: 'url', text: "Address of the service (default: the demo's)." },
  'client-id': { value: 'id', text: "A client of the service (default: the demo's)." },
  'secret-file': { value: 'file', text: 'File with the client secret.' },
};

/** A web address of any host. */
export function readAddress(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password)
    throw new UsageError(`--${name} must be an http or https address without user information.`);
  return text;
}

/** This machine by its usual names: what is sent to it passes no network. */
const LOCAL_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Refuses to send credentials over plain http to any other machine. */
function refusePlain(address: string): void {
  const { protocol, hostname } = new URL(address);
  if (protocol === 'http:' && !LOCAL_HOST.test(hostname))
    throw new UsageError('--url must be https: over http the client secret could be read on the way.');
}

/** The text of a file that holds one secret. */
export async function readSecretFile(file: string): Promise<string> {
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
export async function readAccess({ options }: Arguments, context: AloneContext): Promise<ServiceAccess> {
  const { url, 'client-id': clientId, 'secret-file': secretFile } = options;
  if ((clientId === undefined) !== (secretFile === undefined))
    throw new UsageError('Give --client-id and --secret-file together.');
  if (url !== undefined) refusePlain(readAddress('url', url));
  const own =
    clientId === undefined || secretFile === undefined
      ? undefined
      : { clientId, clientSecret: await readSecretFile(secretFile) };
  const demo = url === undefined || own === undefined ? await findDemo(context) : undefined;
  const base = readAddress('url', url ?? demo?.baseUrl ?? '');
  const client = own ?? { clientId: demo?.clientId ?? '', clientSecret: demo?.clientSecret ?? '' };
  return { origin: base.replace(API_PATH, ''), ...client };
}
