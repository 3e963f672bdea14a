import { cardNumberIn } from '@titular/contract';
import type { FastifyError } from 'fastify';
import { containsCardNumber } from '../../base/card-numbers/card-number.ts';
import type { Log } from '../../base/log.ts';
import { Refusal } from '../../base/refusal.ts';
import { changedNothing } from '../../database/database-problem.ts';
import { CLOSED_RETRY_SECONDS, isTenantClosed } from '../../database/moves/tenant-closed.ts';
import {
  type FieldSchema,
  formInWords,
  isSpelling,
  missingSentence,
  mustInWords,
} from '../body/missing-fields.ts';
import type { RouteReply } from '../route.ts';

/** The body of a refusal, with the headers it carries. */
export const refusalReply = (refusal: Refusal): RouteReply => ({
  status: refusal.status,
  body: { code: refusal.code, message: refusal.message },
  headers: refusal.headers,
});

type ValidationIssue = NonNullable<FastifyError['validation']>[number];

/** What a value must be, by its type or format in JSON Schema. */
const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
  uuid: 'a UUID',
  uri: 'an absolute URL',
  'date-time': 'a date and time such as 2026-11-20T00:00:00Z (RFC 3339)',
};

const kindInWords = (name: unknown): string => KINDS[String(name)] ?? `of type ${String(name)}`;
const characters = (count: unknown): string => (count === 1 ? '1 character' : `${String(count)} characters`);

const RULES: Record<string, (params: Record<string, unknown>) => string> = {
  required: () => 'is missing',
  type: (params) => `must be ${kindInWords(params['type'])}`,
  format: (params) => `must be ${kindInWords(params['format'])}`,
  minLength: (params) => `must have at least ${characters(params['limit'])}`,
  maxLength: (params) => `must have at most ${characters(params['limit'])}`,
  maximum: (params) => `must be at most ${String(params['limit'])}`,
  maxItems: (params) => `must have at most ${String(params['limit'])} entries`,
  uniqueItems: () => 'must not name anything twice',
  const: (params) => `must be ${String(params['allowedValue'])}`,
  minimum: (params) => `must be at least ${String(params['limit'])}`,
  enum: (params) => `must be one of ${(params['allowedValues'] as string[]).join(', ')}`,
};

const partsOf = ({ instancePath }: ValidationIssue): string[] => instancePath.split('/').filter(Boolean);

/** A complete card number where only its first or last digits belong has a refusal of its own (40026). */
function holdsWholeCard(issue: ValidationIssue): boolean {
  const { data } = issue as { data?: unknown };
  const isText = typeof data === 'string' || typeof data === 'number';
  return partsOf(issue)[0] === 'card' && isText && containsCardNumber(String(data));
}

/** A pattern says nothing to a reader; the words of its field do, or an example. */
function ruleOfForm(issue: ValidationIssue): string {
  const { parentSchema } = issue as { parentSchema?: FieldSchema };
  return (parentSchema && mustInWords(parentSchema)) ?? 'does not have the form that is documented for it';
}

/** An unknown name; one that differs in its case or its hyphens alone tells which field was meant. */
function ruleOfNames(issue: ValidationIssue): string {
  const { parentSchema } = issue as { parentSchema?: FieldSchema };
  const sent = String(issue.params['additionalProperty']);
  const meant = Object.keys(parentSchema?.properties ?? {}).find((name) => isSpelling(sent, name));
  return `is not a field that this operation knows${meant === undefined ? '' : `: write it as ${meant}`}`;
}

const SAID_BY_SCHEMA: Readonly<Record<string, (issue: ValidationIssue) => string>> = {
  pattern: ruleOfForm,
  additionalProperties: ruleOfNames,
};

function describeIssue(issue: ValidationIssue): string {
  const parts = partsOf(issue);
  if (issue.keyword === 'required') parts.push(String(issue.params['missingProperty']));
  if (issue.keyword === 'additionalProperties') parts.push(String(issue.params['additionalProperty']));
  const rule =
    SAID_BY_SCHEMA[issue.keyword]?.(issue) ?? RULES[issue.keyword]?.(issue.params) ?? 'is not valid';
  return `${parts.join('.') || 'body'} ${rule}.`;
}

type Alternative = FieldSchema & { properties?: Record<string, { const?: unknown }> };

/** Types of JSON Schema that a value of the language may stand for. */
const TYPES_OF: Readonly<Record<string, readonly string[]>> = {
  string: ['string'],
  number: ['integer', 'number'],
  boolean: ['boolean'],
};

/** Of alternatives that differ by their type, the rule of the one that was sent; where that is none, all that are taken. */
function describeTypes(issues: readonly ValidationIssue[], last: ValidationIssue): string | undefined {
  const { schema, data } = last as { schema?: readonly Alternative[]; data?: unknown };
  if (!schema?.every(({ type }) => type !== undefined)) return undefined;
  const sent = schema.findIndex(({ type = '' }) => TYPES_OF[typeof data]?.includes(type));
  const own = issues.find((one) => one.schemaPath.startsWith(`${last.schemaPath}/${sent}/`));
  if (own && own.keyword !== 'type') return describeIssue(own);
  return `${partsOf(last).join('.')} must be given ${formInWords({ anyOf: schema })}.`;
}

/** Of alternatives that differ by their `kind`, the one that was meant tells what is wrong; without one, that there is no such kind. */
function describeAlternatives(issues: readonly ValidationIssue[], last: ValidationIssue): string | undefined {
  const { schema, data } = last as { schema?: readonly Alternative[]; data?: { kind?: unknown } };
  const kinds = (schema ?? []).map((one) => one.properties?.['kind']?.const);
  if (kinds.length === 0 || kinds.includes(undefined)) return undefined;
  const meant = kinds.indexOf(data?.kind);
  const own = issues.find((one) => one.schemaPath.startsWith(`${last.schemaPath}/${meant}/`));
  if (own) return describeIssue(own);
  return describeIssue({
    ...last,
    instancePath: `${last.instancePath}/kind`,
    keyword: 'enum',
    params: { allowedValues: kinds },
  });
}

/** What was asked for and what was sent, so that all that is missing can be told at once; and how many bytes a body may have. */
export type Asked = { schema: FieldSchema | undefined; given: unknown; limitBytes?: number };

/** Turns a schema violation into 40002 naming the field, or all fields that are missing; a body that is no object is 40001. */
function validationRefusal(issues: readonly ValidationIssue[], asked: Asked | undefined): Refusal {
  const [first] = issues;
  if (!first || (first.instancePath === '' && first.keyword === 'type')) return new Refusal('40001');
  if (holdsWholeCard(first)) return new Refusal('40026', cardNumberIn(partsOf(first).join('.')));
  const last = issues.at(-1);
  const ofKind = last?.keyword === 'anyOf' ? describeAlternatives(issues, last) : undefined;
  const ofType = last?.keyword === 'anyOf' ? describeTypes(issues, last) : undefined;
  const missing =
    first.keyword === 'required' && asked?.schema ? missingSentence(asked.schema, asked.given) : undefined;
  return new Refusal('40002', missing ?? ofKind ?? ofType ?? describeIssue(first));
}

function tooLarge(asked: Asked | undefined): Refusal {
  if (asked?.limitBytes === undefined) return new Refusal('40001', 'The body is too large.');
  return new Refusal('40001', `The body is larger than ${Math.floor(asked.limitBytes / 1_024)} KiB.`);
}

const FRAMEWORK_REFUSALS: Record<string, (asked: Asked | undefined) => Refusal> = {
  FST_ERR_CTP_BODY_TOO_LARGE: tooLarge,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new Refusal('40001', 'The content type is not the one this operation takes.'),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => new Refusal('40001', 'The body is empty.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new Refusal('40001', 'The body does not have the announced length.'),
  FST_ERR_BAD_URL: () => new Refusal('40400'),
  FST_ERR_MAX_PARAM_LENGTH: () => new Refusal('40400'),
};

/** SQLSTATE of a text that the database cannot hold, as it has a NUL: no code writes one, so it came with the request. */
const UNTENABLE_TEXT: readonly unknown[] = ['22021', '22P05'];

/** The refusal that an error stands for, or undefined when it is a fault. */
export function toRefusal(error: unknown, asked?: Asked): Refusal | undefined {
  if (error instanceof Refusal) return error;
  const known = error as Partial<FastifyError>;
  if (known.validation) return validationRefusal(known.validation, asked);
  if (UNTENABLE_TEXT.includes(known.code))
    return new Refusal('40002', 'A text has a NUL character, which no field may have.');
  const framework = known.code ? FRAMEWORK_REFUSALS[known.code]?.(asked) : undefined;
  if (framework) return framework;
  const status = known.statusCode ?? 500;
  return status >= 400 && status < 500 ? new Refusal('40001') : undefined;
}

/** For a tenant that moves: as from a node that is not ready, so that who asks tries again, here or where it is served then. */
const CLOSED_REPLY: RouteReply = {
  status: 503,
  body: { code: '50001', message: 'The tenant is moving to another server; nothing was changed.' },
  headers: { 'retry-after': String(CLOSED_RETRY_SECONDS) },
};

/** Ends what is said where a commit may stand whose answer was lost. */
export const NOT_KNOWN =
  'it is not known whether anything was changed. Read what is there before you repeat it, or repeat it with its Idempotency-Key.';

const UNSURE = `Something went wrong on our side; ${NOT_KNOWN}`;

/**
 * The answer for any error: refusals as they are; faults are logged whole and answered with 50001. It says that nothing was changed where that
 * is certain: by the fault itself, or as the request is `harmless`, because it only reads or was never begun.
 */
export function errorReply(
  error: unknown,
  requestId: string,
  log: Log,
  { asked, isHarmless = false }: { asked?: Asked; isHarmless?: boolean } = {},
): RouteReply {
  const refusal = toRefusal(error, asked);
  if (refusal) return refusalReply(refusal);
  if (isTenantClosed(error)) return CLOSED_REPLY;
  log.error({ err: error, requestId }, 'fault while answering a request');
  return refusalReply(new Refusal('50001', isHarmless || changedNothing(error) ? undefined : UNSURE));
}
