import { type Node, parseSync } from 'oxc-parser';

type Parsed = Node & Readonly<Record<string, unknown>>;

const COLLECTIONS = ['Map', 'Set'];
const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];

const isNode = (value: unknown): value is Parsed =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

const childrenOf = (node: Parsed): Parsed[] => Object.values(node).flat().filter(isNode);
const isFunction = ({ type }: Parsed): boolean => FUNCTIONS.includes(type);
const textOf = (node: unknown, text: string): string =>
  isNode(node) ? text.slice(node['start'] as number, node['end'] as number) : '';

/** Whether a function uses a variable in another function that is not over with a call, as `rows.map((row) => …)` is. */
function outlivesCall(name: string, node: Parsed, escapes = false): boolean {
  if (escapes && node.type === 'Identifier' && node['name'] === name) return true;
  const callArguments: unknown = node.type === 'CallExpression' ? node['arguments'] : [];
  return childrenOf(node).some((child) => {
    const isOver = (callArguments as unknown[]).includes(child);
    return outlivesCall(name, child, escapes || (isFunction(child) && !isOver));
  });
}

/** Name of what a collection is kept in, where that outlives the call which makes it. */
function keptIn(ancestors: readonly Parsed[], text: string): string | undefined {
  const parent = ancestors.findLast(({ type }) => !/^TS|^Parenthesized/.test(type));
  if (parent?.type === 'PropertyDefinition' || parent?.type === 'Property')
    return textOf(parent['key'], text);
  if (parent?.type === 'AssignmentExpression') return textOf(parent['left'], text);
  if (parent?.type !== 'VariableDeclarator') return undefined;
  const name = (parent['id'] as unknown as { name: string }).name;
  const home = ancestors.findLast(isFunction);
  const body = home && (home['body'] as Parsed);
  return body === undefined || outlivesCall(name, body) ? name : undefined;
}

/** Whether a file adds to what has that name. */
const isAddedTo = (name: string, text: string): boolean =>
  new RegExp(`(?<![\\w$])${name.replace(/[#$]/g, '\\$&')}\\s*\\.(?:set|add)\\(`).test(text);

/** Names of the maps and sets of a source file that outlive the call which makes them, and grow. */
export function growingMapsIn(file: string, text: string): string[] {
  const found: string[] = [];
  const visit = (node: Parsed, ancestors: readonly Parsed[]): void => {
    if (node.type === 'NewExpression' && COLLECTIONS.includes(textOf(node['callee'], text))) {
      const name = keptIn(ancestors, text);
      if (name !== undefined && isAddedTo(name, text)) found.push(name);
    }
    for (const child of childrenOf(node)) visit(child, [...ancestors, node]);
  };
  visit(parseSync(file, text).program as unknown as Parsed, []);
  return [...new Set(found)];
}
