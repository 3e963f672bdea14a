/** What is read of an operation of the contract, and what is only passed on. */
type ContractOperation = {
  operationId: string;
  tags: readonly string[];
  summary: string;
  description: string;
  parameters?: unknown;
  requestBody?: unknown;
  responses: Readonly<Record<string, ContractAnswer>>;
};
type ContractAnswer = { description: string; content?: unknown; 'x-codes'?: readonly string[] };

/** The published contract, as far as it is read here. */
export type Contract = {
  paths: Readonly<Record<string, Readonly<Record<string, ContractOperation>>>>;
  components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

/** One line of the list of operations. */
export type ListedOperation = {
  operation: string;
  method: string;
  path: string;
  summary: string;
  tag: string;
};

const placedOf = ({ paths }: Contract): { listed: ListedOperation; details: ContractOperation }[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, details]) => {
      const { operationId: operation, summary, tags } = details;
      return {
        listed: { operation, method: method.toUpperCase(), path, summary, tag: tags[0] ?? '' },
        details,
      };
    }),
  );

/** Every operation, of one chapter where a tag is named. */
export const listOperations = (contract: Contract, tag: string | undefined): ListedOperation[] =>
  placedOf(contract)
    .map(({ listed }) => listed)
    .filter((one) => tag === undefined || one.tag === tag);

const REFERENCE = /^#\/components\/(\w+)\/(.+)$/;

/** Puts what is referred to in its place, as often as a schema goes down without coming back to itself. */
function resolve(value: unknown, contract: Contract, above: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((one) => resolve(one, contract, above));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref: reference } = value as { $ref?: unknown };
  if (typeof reference === 'string' && !above.includes(reference)) {
    const [, group = '', name = ''] = REFERENCE.exec(reference) ?? [];
    const found = contract.components[group]?.[name];
    if (found !== undefined) return resolve(found, contract, [...above, reference]);
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, resolve(one, contract, above)]),
  );
}

/** The schema of what an operation answers with when it was carried out; undefined where that is no JSON. */
export function answerSchemaOf(contract: Contract, operation: string): object | undefined {
  const found = placedOf(contract).find(({ listed }) => listed.operation === operation);
  const done = Object.entries(found?.details.responses ?? {}).find(([status]) => status.startsWith('2'));
  const content = done?.[1].content as Readonly<Record<string, { schema?: unknown }>> | undefined;
  const schema = content?.['application/json']?.schema;
  return schema === undefined ? undefined : (resolve(schema, contract, []) as object);
}

/** Of a refusal the codes are enough: each is explained by another tool. */
const answerOf = ({ description, content, 'x-codes': codes }: ContractAnswer): object =>
  codes ? { description, codes } : { description, ...(content === undefined ? {} : { content }) };

/** One operation with parameters, body, answers and examples; undefined where there is none of this name. */
export function describeOperation(
  contract: Contract,
  operation: string,
): (ListedOperation & Readonly<Record<string, unknown>>) | undefined {
  const found = placedOf(contract).find(({ listed }) => listed.operation === operation);
  if (!found) return undefined;
  const { description, parameters, requestBody, responses } = found.details;
  const answers = Object.entries(responses).map(([status, answer]) => [status, answerOf(answer)]);
  const parts = { description, parameters, requestBody, responses: Object.fromEntries(answers) };
  return { ...found.listed, ...(resolve(parts, contract, []) as Record<string, unknown>) };
}
