import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A line of a journal, with the file that it stands in. */
type Call = { file: string; line: string };

/** Names that a line of a journal may give: an order, an id, or what an answer says of them. */
type Names = Partial<Record<'order' | 'about' | 'id' | 'transactionId' | 'event' | 'body', unknown>>;

/** Journals by a part of their name. */
const JOURNAL = '.journal';
/** Orders of the load, and ids. */
const NAME = /^(?:trial|clock|healed)-[\w-]+$|^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** How often what belongs to a name is looked for: an event leads to its transaction, and that to its order. */
const STEPS = 3;
/** More names than a violation has are none of its own. */
const MAX_NAMES = 8;

/** Whether a word is an order or an id, by which calls can be found. */
const isName = (word: string): boolean => NAME.test(word);

/** Whether a line has this name, and not a longer one that begins with it. */
const hasName = (line: string, name: string): boolean => {
  const at = line.indexOf(name);
  return at >= 0 && !/[\w-]/.test(line[at + name.length] ?? '');
};

const parse = (text: unknown): Names => {
  try {
    return (JSON.parse(String(text)) ?? {}) as Names;
  } catch {
    return {};
  }
};

/** Names that stand beside one in a line. */
function namesIn(line: string): string[] {
  const { order, about, id, transactionId, event, body } = parse(line);
  return [order, about, id, transactionId, event, parse(body).id].filter(
    (name): name is string => typeof name === 'string' && isName(name),
  );
}

/** Lines of all journals below a directory that have one of these names. */
function scan(directory: string, names: readonly string[]): Call[] {
  if (names.length === 0) return [];
  const files = readdirSync(directory).filter((name) => name.includes(JOURNAL));
  return files.toSorted().flatMap((file) =>
    readFileSync(join(directory, file), 'utf8')
      .split('\n')
      .filter((line) => names.some((name) => hasName(line, name)))
      .map((line) => ({ file, line })),
  );
}

/** Lists the calls about each of these orders or ids: what was sent, answered, read and heard, in the order of each journal. */
export function listCalls(directory: string, about: readonly string[]): ReadonlyMap<string, readonly Call[]> {
  const own = new Map(about.filter(isName).map((name) => [name, new Set([name])]));
  const found = new Map<string, readonly Call[]>();
  let open = [...own.keys()];
  for (let step = 0; step < STEPS && open.length > 0; step += 1) {
    const calls = scan(directory, open);
    for (const name of open)
      found.set(
        name,
        calls.filter(({ line }) => hasName(line, name)),
      );
    for (const names of own.values())
      for (const name of [...names])
        for (const { line } of found.get(name) ?? [])
          for (const other of namesIn(line)) if (names.size < MAX_NAMES) names.add(other);
    open = [...new Set([...own.values()].flatMap((names) => [...names]))].filter((name) => !found.has(name));
  }
  return new Map(
    [...own].map(([name, names]) => {
      const calls = [...names].flatMap((one) => found.get(one) ?? []);
      const each = new Map(calls.map((call) => [`${call.file} ${call.line}`, call]));
      return [name, [...each.values()]];
    }),
  );
}
