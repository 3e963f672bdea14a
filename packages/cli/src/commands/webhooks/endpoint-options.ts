import { readFile } from 'node:fs/promises';
import {
  type ChangeWebhookEndpointRequest,
  EVENT_TYPE_NAMES,
  EVENT_TYPES,
  type EventType,
  eventTypeOf,
  lengthOf,
  MAX_ENDPOINT_DESCRIPTION_LENGTH,
  MAX_INTERVAL_SECONDS,
  MAX_TIMEOUT_SECONDS,
  TRANSACTION_STATUSES,
  type TransactionStatus,
  WebhookAuthentication,
} from '@titular/contract';
import { OperatorRefusal } from '@titular/server/audit/index.ts';
import { Value } from 'typebox/value';
import type { Arguments, CommandContext, OptionRule } from '../../frame/command.ts';
import { oneOf, parseCount, parseSpan } from '../../frame/parse-arguments.ts';
import { UsageError } from '../../frame/usage-error.ts';

/** What can be chosen for an endpoint, when it is made and later. */
export const CHOICE_OPTIONS: Readonly<Record<string, OptionRule>> = {
  description: {
    value: 'text',
    text: `Your own description of the endpoint, up to ${MAX_ENDPOINT_DESCRIPTION_LENGTH} characters.`,
  },
  events: {
    value: 'list',
    text: `Event types, separated by commas, or all for every type: ${EVENT_TYPES.join(', ')}.`,
  },
  statuses: {
    value: 'list',
    text: 'Transaction statuses, separated by commas, or `final` for all final ones.',
  },
  authentication: {
    value: 'file',
    text: 'Read credentials as JSON from this file (- reads standard input): {"kind":"basic","user":…,"password":…}, {"kind":"api-key","key":"Header:value"}, {"kind":"oauth2","tokenUrl":…,"clientId":…,"clientSecret":…,"scope":…} where scope is optional, or {"kind":"none"}.',
  },
  'maximum-attempts': { value: 'N', text: 'Attempts per delivery, 1 to 50 (default: 8).' },
  interval: { value: 'span', text: 'Time between attempts, 1s to 24h, or `standard` for increasing pauses.' },
  'maximum-at-once': { value: 'N', text: 'Concurrent requests to the endpoint, 1 to 500 (default: 50).' },
  timeout: { value: 'span', text: 'Response timeout, 1s to 60s (default: 15s).' },
};

function readList<Word extends string>(
  text: string,
  { every, words, option }: { every: string; words: readonly Word[]; option: string },
): Word[] {
  if (text === every) return [];
  const given = [...new Set(text.split(',').map((word) => word.trim()))];
  const known = words.filter((word) => given.includes(word));
  if (known.length !== given.length)
    throw new UsageError(`--${option} takes ${words.join(', ')}, separated by commas, or ${every}.`);
  return known;
}

/** One type of event by its name. */
export function readEventType(text: string): EventType {
  const name = EVENT_TYPE_NAMES.find((one) => one === text);
  if (!name) throw new UsageError(`${JSON.stringify(text)} is not one of ${EVENT_TYPES.join(', ')}.`);
  return eventTypeOf(name);
}

/** The type that `--type` names, if it was given. */
export function readTypeOption(text: string | undefined): EventType | undefined {
  const name = oneOf(EVENT_TYPE_NAMES, 'type', text);
  return name && eventTypeOf(name);
}

/** One status of transactions by its name. */
export function readStatus(text: string): TransactionStatus {
  const status = TRANSACTION_STATUSES.find((one) => one === text);
  if (!status) throw new UsageError(`--status takes one of ${TRANSACTION_STATUSES.join(', ')}.`);
  return status;
}

function readSeconds(text: string, option: string, most: number): number {
  const seconds = parseSpan(text);
  if (seconds < 1 || seconds > most) throw new UsageError(`--${option} must be 1s to ${most}s.`);
  return seconds;
}

/** Reads credentials where no list of processes or history of a shell shows them; nothing of them is repeated in a refusal. */
async function readAuthentication(context: CommandContext, file: string): Promise<WebhookAuthentication> {
  const text =
    file === '-'
      ? await context.readInput()
      : await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
          throw new UsageError(`The file ${file} cannot be read (${error.code}).`);
        });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new OperatorRefusal('invalid', 'The credentials are not valid JSON.');
  }
  if (!Value.Check(WebhookAuthentication, value))
    throw new OperatorRefusal(
      'invalid',
      'The credentials must be one object: {"kind":"none"}, or kind basic with user and password, api-key with key, or oauth2 with tokenUrl, clientId, clientSecret and, optionally, scope.',
    );
  return value;
}

function readDescription(text: string): string {
  if (lengthOf(text) > MAX_ENDPOINT_DESCRIPTION_LENGTH)
    throw new UsageError(`--description takes up to ${MAX_ENDPOINT_DESCRIPTION_LENGTH} characters.`);
  return text;
}

/** How each option is read into the field of a request that it stands for. */
const FIELDS: Readonly<Record<string, (text: string) => ChangeWebhookEndpointRequest>> = {
  url: (url) => ({ url }),
  description: (text) => ({ description: readDescription(text) }),
  events: (text) => ({
    eventTypes: readList(text, { every: 'all', words: EVENT_TYPE_NAMES, option: 'events' }),
  }),
  statuses: (text) => ({
    statuses: readList(text, { every: 'final', words: TRANSACTION_STATUSES, option: 'statuses' }),
  }),
  'maximum-attempts': (text) => ({ maximumAttempts: parseCount(text, 50) }),
  interval: (text) => ({
    intervalSeconds: text === 'standard' ? null : readSeconds(text, 'interval', MAX_INTERVAL_SECONDS),
  }),
  'maximum-at-once': (text) => ({ maximumAtOnce: parseCount(text, 500) }),
  timeout: (text) => ({ timeoutSeconds: readSeconds(text, 'timeout', MAX_TIMEOUT_SECONDS) }),
};

/** The request that the options of a command line make. */
export async function readChoices(
  context: CommandContext,
  { options }: Arguments,
): Promise<ChangeWebhookEndpointRequest> {
  const fields = Object.entries(FIELDS).map(([name, read]) => {
    const text = options[name];
    return text === undefined ? {} : read(text);
  });
  const file = options['authentication'];
  const authentication =
    file === undefined ? {} : { authentication: await readAuthentication(context, file) };
  return Object.assign({}, ...fields, authentication);
}
