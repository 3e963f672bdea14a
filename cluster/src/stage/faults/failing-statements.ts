import { createHash } from 'node:crypto';

/** How a statement fails: the server refuses it, or its connection ends before the server has it, or before its answer is told. */
export const STATEMENT_FAULTS = ['refused', 'lost before', 'lost after'] as const;

/** One of them. */
export type StatementFault = (typeof STATEMENT_FAULTS)[number];

/** What becomes of bytes: these are passed on, or the connection ends. */
type Passed = Buffer | 'end';

/** One connection, as both of its sides write to it. */
export type Wire = { ask(bytes: Buffer): Passed; answer(bytes: Buffer): Passed };

/** Statements of one process on their way to PostgreSQL, by names that a seed can repeat. */
export type FailingStatements = {
  openWire(): Wire;
  /** Names that passed since this was last asked. */
  take(): string[];
  /** Lets the next statement of a name fail, once. */
  fail(name: string, fault: StatementFault, onMet: () => void): void;
  /** Lets nothing fail from here on, or nothing of one name. */
  heal(name?: string): void;
};

const NOTHING = Buffer.alloc(0);
/** Longer messages are no messages, so what follows is passed as it is. */
const MAX_MESSAGE = 2 ** 28;
const MAX_NAMES = 2_000;
/** Codes in the place of a version: encryption is asked for, by TLS or GSS, and an ordinary start follows. */
const ENCRYPTION = [80_877_103, 80_877_104];
/** Errors that any statement may meet, one of each class: of the disk, of memory, a limit of time, a conflict, a circle of locks, an end of the server, and a fault of its own (R80). */
const CODES = ['58030', '53200', '57014', '40001', '40P01', '57P01', 'XX000'] as const;

/** The error with which a statement is refused, always the same one for a name. */
export const codeOf = (name: string): string =>
  CODES[createHash('sha256').update(name).digest().readUInt16BE(0) % CODES.length] ?? CODES[0];

/** What PostgreSQL runs in the place of what is to be refused; its transaction is over as with any other error. */
const refusalOf = (name: string): string =>
  `DO $$ BEGIN RAISE EXCEPTION 'refused by a trial' USING ERRCODE = '${codeOf(name)}'; END $$\0`;
const READY = Buffer.from('Z\0\0\0\x05', 'latin1');

const SYNC = 'S';
const ENDS_GROUP = new Set([SYNC, 'Q', 'X', 'H', 'p', 'F', 'd', 'c', 'f']);

function queryMessage(text: string): Buffer {
  const body = Buffer.from(text);
  const head = Buffer.alloc(5);
  head.write('Q');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const textAt = (message: Buffer, start: number): string =>
  message.toString('utf8', start, message.indexOf(0, start));

const WRITES = /\b(insert\s+into|update|delete\s+from)\s+(?:only\s+)?"?([a-z_.]+)/i;
const READS = /\bfrom\s+(?:only\s+)?"?([a-z_.]+)/i;

/** Names a statement by what it does to which table, and by a digest of its text; lists of another length are the same statement. */
export function nameStatement(text: string): string {
  const plain = text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\$\d+(, \$\d+)*/g, '$')
    .replaceAll(/\(\$\)(, \(\$\))*/g, '($)')
    .trim();
  if (/^(begin|start transaction|commit|rollback)\b/i.test(plain))
    return plain.split(' ')[0]?.toLowerCase() ?? '';
  const digest = createHash('sha256').update(plain).digest('hex').slice(0, 6);
  const [, verb, table] = WRITES.exec(plain) ?? [undefined, 'select', READS.exec(plain)?.[1] ?? 'nothing'];
  return `${verb?.toLowerCase().split(' ')[0]} ${table} ${digest}`;
}

const isWrite = (name: string): boolean => !/^(select|begin|commit|rollback)\b/.test(name);

/** Cuts what a client writes into groups that the server answers as one: a query, or messages up to a Sync. */
function createGroups() {
  let [left, group, isStarting, isRaw] = [NOTHING, NOTHING, true, false];
  const lengthOf = (): number => {
    const start = isStarting ? 0 : 1;
    return left.length < start + 4 ? Number.POSITIVE_INFINITY : start + left.readInt32BE(start);
  };
  return (bytes: Buffer): Buffer[] => {
    if (isRaw) return [bytes];
    left = Buffer.concat([left, bytes]);
    const groups: Buffer[] = [];
    for (let length = lengthOf(); length <= left.length; length = lengthOf()) {
      const message = left.subarray(0, length);
      left = left.subarray(length);
      if (isStarting) {
        isStarting = length === 8 && ENCRYPTION.includes(message.readInt32BE(4));
        groups.push(message);
        continue;
      }
      group = Buffer.concat([group, message]);
      if (!ENDS_GROUP.has(String.fromCharCode(message[0] ?? 0))) continue;
      groups.push(group);
      group = NOTHING;
    }
    if (lengthOf() > MAX_MESSAGE && lengthOf() !== Number.POSITIVE_INFINITY) {
      isRaw = true;
      groups.push(Buffer.concat([group, left]));
    }
    return groups;
  };
}

/** Finds the text of a group, where it has any: sent with it, or prepared before under a name that all connections share. */
function createTexts() {
  const prepared = new Map<string, string>();
  return (group: Buffer): string | undefined => {
    for (let start = 0; start + 5 <= group.length; start += 1 + group.readInt32BE(start + 1)) {
      const kind = String.fromCharCode(group[start] ?? 0);
      if (kind === 'Q') return textAt(group, start + 5);
      const first = textAt(group, start + 5);
      const second = textAt(group, start + 6 + Buffer.byteLength(first));
      if (kind === 'P') {
        if (first) prepared.set(first, second);
        return second;
      }
      if (kind === 'B') return prepared.get(second);
    }
    return undefined;
  };
}

/** Names of texts, kept because the same come again and again. */
function keepNames(): (text: string) => string {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined) return known;
    if (names.size >= MAX_NAMES) names.clear();
    const name = nameStatement(text);
    names.set(text, name);
    return name;
  };
}

/** Names statements by the transaction that they end, which says what is lost with a commit. */
function createNames(nameText: (text: string) => string) {
  let first: string | undefined;
  return (text: string): string => {
    const name = nameText(text);
    if (name === 'begin' || name === 'start') first = undefined;
    else if (name === 'commit' || name === 'rollback') return `${name} of ${first ?? 'nothing'}`;
    else if (first === undefined || (!isWrite(first) && isWrite(name))) first = name;
    return name;
  };
}

type Armed = { fault: StatementFault; onMet: () => void };

/** One connection: `note` hears each name, and says how it is to fail. */
function openWire(
  textOf: (group: Buffer) => string | undefined,
  nameText: (text: string) => string,
  note: (name: string) => Armed | undefined,
): Wire {
  const [groupsOf, nameOf] = [createGroups(), createNames(nameText)];
  let losing: Armed | undefined;
  let tail = NOTHING;
  const askOne = (group: Buffer): Passed => {
    const text = textOf(group);
    const name = text === undefined ? undefined : nameOf(text);
    const armed = name === undefined ? undefined : note(name);
    if (armed?.fault === 'lost after') losing = armed;
    else armed?.onMet();
    if (armed?.fault === 'refused') return queryMessage(refusalOf(name ?? ''));
    return armed?.fault === 'lost before' ? 'end' : group;
  };
  return {
    ask(bytes) {
      const passed: Buffer[] = [];
      for (const group of groupsOf(bytes)) {
        const one = askOne(group);
        if (one === 'end') return 'end';
        passed.push(one);
      }
      return Buffer.concat(passed);
    },
    // Nothing of an answer is told before the server is ready again: by then it has carried out what was asked.
    answer(bytes) {
      if (!losing) return bytes;
      tail = Buffer.concat([tail, bytes]).subarray(-6);
      if (!tail.subarray(0, 5).equals(READY)) return NOTHING;
      losing.onMet();
      return 'end';
    },
  };
}

/** Starts with nothing that fails. */
export function createFailingStatements(): FailingStatements {
  const [textOf, nameText] = [createTexts(), keepNames()];
  const seen = new Set<string>();
  const armed = new Map<string, Armed>();
  const note = (name: string): Armed | undefined => {
    seen.add(name);
    const found = armed.get(name);
    armed.delete(name);
    return found;
  };
  return {
    openWire: () => openWire(textOf, nameText, note),
    take() {
      const names = [...seen];
      seen.clear();
      return names;
    },
    fail: (name, fault, onMet) => void armed.set(name, { fault, onMet }),
    heal: (name) => {
      if (name === undefined) armed.clear();
      else armed.delete(name);
    },
  };
}
