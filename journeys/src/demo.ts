import { randomInt } from 'node:crypto';
import { access, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { TransactionStatus } from '@titular/contract';
import { OPEN_STATUSES } from '@titular/contract/transaction-stages';
import type { Demo } from '@titular/server/start/seed-demo.ts';
import { newTransactionBody } from '@titular/test-kit/builders.ts';
import { sitBeforeCamera } from '@titular/test-kit/faces/sit-before-camera.ts';
import { makeAnotherTake } from './another-take.ts';
import { type DemoOptions, HELP, readArguments, USUAL_DATA, UsageError } from './arguments.ts';
import { beThePerson } from './be-the-person.ts';
import { explainReasons } from './explain-reasons.ts';
import { listenForWebhooks, type WebhookListener } from './listen-for-webhooks.ts';
import {
  CredentialsEnded,
  createTransaction,
  fetchAccessToken,
  readReasons,
  readStatus,
} from './merchant.ts';
import { createPrint, type Print, qrCode } from './print.ts';

const EXIT_FAULT = 1;
const EXIT_USAGE = 2;
const STATUS_EVERY_MS = 1_000;
const WEBHOOK_WITHIN_MS = 15_000;
/** Takes of a made person; pictures of one that was played before are known again. */
const MAX_TAKES = 2 ** 31;

async function readDemo(directory: string): Promise<Demo> {
  const file = join(directory, 'demo.json');
  const text = await readFile(file, 'utf8').catch(() => {
    throw new UsageError(
      `${file} cannot be read. Start the service first, with "npm start", or name its data directory with --data.`,
    );
  });
  return JSON.parse(text);
}

async function fetchToken(demo: Demo, directory: string): Promise<string> {
  try {
    return await fetchAccessToken(demo);
  } catch (error) {
    if (!(error instanceof CredentialsEnded)) throw error;
    throw new UsageError(
      `The service refuses the demo's credentials (${error.message}). Remove ${join(directory, 'demo.json')} and start the service again: it makes a new demo.`,
    );
  }
}

async function listen(demo: Demo): Promise<WebhookListener> {
  try {
    return await listenForWebhooks(demo.webhookUrl, demo.webhookSecret);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new Error(`${demo.webhookUrl} is in use, so the webhook cannot be heard. Is another demo running?`);
  }
}

async function create(demo: Demo, token: string, options: DemoOptions, print: Print) {
  const body = newTransactionBody(demo.companyId, {
    ...(options.cpf ? { identity: { key: 'cpf', value: options.cpf } } : {}),
    ...(options.orderNumber ? { orderNumber: options.orderNumber } : {}),
    ...(options.redirectUrl ? { redirectUrl: options.redirectUrl } : {}),
    card: { binDigits: '41111111', lastDigits: '1111', name: options.name, expirationDate: '12/39' },
  });
  const created = await createTransaction(demo, token, body);
  print('transaction', `✓ transaction ${created.id}: ${created.status}`, { ...created, token: undefined });
  return created;
}

/** Asks for the status until it is final, and prints each change. */
async function followStatus(demo: Demo, token: string, id: string, print: Print): Promise<TransactionStatus> {
  for (let before: TransactionStatus = 'waiting'; ; ) {
    const { status, hasIdentityChanged } = await readStatus(demo, token, id);
    if (status !== before) print('status', `✓ status: ${status}`, { status, hasIdentityChanged });
    if (!OPEN_STATUSES.includes(status)) return status;
    before = status;
    await delay(STATUS_EVERY_MS);
  }
}

const HERE_ONLY = 'It opens on this machine only; docs/guides/phone.md says how a phone can open it.';

function showLink(link: string, options: DemoOptions, print: Print): void {
  if (options.json || options.camera) {
    print('link', `  link: ${link}`, { link });
    return;
  }
  const isForPhones = new URL(link).protocol === 'https:';
  const intro = isForPhones
    ? 'Open this link on a device with a camera, or scan it'
    : 'Open this link in a browser on this machine';
  const more = isForPhones ? qrCode(link) : `${HERE_ONLY}\n`;
  print('link', `\n${intro}; Ctrl-C leaves.\n\n  ${link}\n\n${more}`);
}

/** Links have the service's own idea of its address, which has to be the one that the phone is to open. */
function checkPublicUrl({ issuer }: Demo, { publicUrl, dataDirectory }: DemoOptions): void {
  if (publicUrl === undefined || publicUrl === issuer) return;
  const { hostname, port } = new URL(issuer);
  const data = dataDirectory === USUAL_DATA ? '' : `TITULAR_DATA_DIR=${dataDirectory} `;
  const own = hostname === '127.0.0.1' && port !== '8787' ? `PORT=${port} ` : '';
  throw new UsageError(
    `The service gives links of ${issuer}, not of ${publicUrl}. End it, and start it with that address:\n\n  ${data}${own}TITULAR_PUBLIC_URL=${publicUrl} TITULAR_TRUSTED_PROXIES=127.0.0.1 npm start\n\ndocs/guides/phone.md has the rest.`,
  );
}

type Playing = { demo: Demo; token: string; options: DemoOptions; print: Print };

/** Opens the link with the recording or the made person before the camera, if one is wanted and there is something to open; the answer is what the page stopped at. */
async function playPerson(
  { options, print }: Playing,
  link: string | undefined,
): Promise<string | undefined> {
  const { camera, anotherTake, screenshots } = options;
  if (!link || !camera) return undefined;
  const tell = (words: string) => print('page', `  page: ${words}`, { page: words });
  if (camera.kind === 'made') {
    const frameFor = await sitBeforeCamera('a', randomInt(1, MAX_TAKES));
    return beThePerson(link, { kind: 'person', frameFor }, screenshots, tell);
  }
  const taken = anotherTake ? await makeAnotherTake(camera.file) : undefined;
  try {
    const file = resolve(taken?.file ?? camera.file);
    return await beThePerson(link, { kind: 'file', file }, screenshots, tell);
  } finally {
    taken?.remove();
  }
}

/** Waits for the final status, unless the page stops before while nothing has been decided: then nobody would ever go on. */
async function awaitEnd(
  { demo, token, print }: Playing,
  id: string,
  person: Promise<string | undefined>,
): Promise<TransactionStatus> {
  const following = followStatus(demo, token, id, print);
  const stopping = person.then(async (stoppedAt) => {
    if (stoppedAt === undefined || !OPEN_STATUSES.includes((await readStatus(demo, token, id)).status))
      return following;
    throw new Error(`The page stopped at: ${stoppedAt}. The transaction stays open until it expires.`);
  });
  const [status] = await Promise.all([Promise.race([following, stopping]), person]);
  return status;
}

/** Says why a transaction was not approved, where the merchant can read it: in its history. */
async function tellReasons({ demo, token, options, print }: Playing, id: string): Promise<void> {
  const recording = options.camera?.kind === 'file' ? options.camera.file : undefined;
  const { reasons, advice } = explainReasons(await readReasons(demo, token, id), recording);
  for (const { reason, meaning } of reasons)
    print('reason', `  because of ${reason}: ${meaning}`, { reason, meaning });
  if (advice) print('advice', `\n${advice}`, { advice });
}

async function play(options: DemoOptions, print: Print): Promise<void> {
  const demo = await readDemo(options.dataDirectory);
  checkPublicUrl(demo, options);
  const { camera } = options;
  if (camera?.kind === 'file') {
    await access(camera.file).catch(() => {
      throw new UsageError(`${camera.file} cannot be read.`);
    });
  }
  const listener = await listen(demo);
  try {
    const token = await fetchToken(demo, options.dataDirectory);
    print('token', '✓ access token, by a signed assertion');
    const playing: Playing = { demo, token, options, print };
    const created = await create(demo, token, options, print);
    if (created.link) showLink(created.link, options, print);
    const status = await awaitEnd(playing, created.id, playPerson(playing, created.link));
    const event = await Promise.race([
      listener.next(created.id),
      delay(WEBHOOK_WITHIN_MS, undefined, { ref: false }),
    ]);
    if (!event)
      throw new Error(
        `the status is ${status}, but no webhook came within ${WEBHOOK_WITHIN_MS / 1000} seconds`,
      );
    if (status === 'inconclusive') await tellReasons(playing, created.id);
    print('webhook', `✓ webhook ${event.type}: ${event.status}, signature verified`, { event });
  } finally {
    listener.close();
  }
}

async function main(): Promise<void> {
  const options = readArguments(process.argv.slice(2), process.env);
  if (options === 'help') {
    console.log(HELP);
    return;
  }
  await play(options, createPrint(options.json));
}

const leave = (): void => {
  console.log('\nLeft. The transaction stays open until its link is used or it expires.');
  process.exit(EXIT_FAULT);
};
process.on('SIGINT', leave);
process.on('SIGTERM', leave);
main().then(
  () => process.exit(0),
  (error: Error) => {
    console.error(`✗ ${error.message}`);
    process.exit(error instanceof UsageError ? EXIT_USAGE : EXIT_FAULT);
  },
);
