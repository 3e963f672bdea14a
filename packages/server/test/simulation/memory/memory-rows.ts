import { invariant } from '@titular/server/kernel/base/invariant.ts';

/** A row as the database gives it, by column. */
export type Row = Readonly<Record<string, unknown>>;

/** Name of a row within its table. */
export const keyOf = (...parts: readonly unknown[]): string => parts.join('/');

/** A row with the version that is committed, the one of the transaction that holds it, and those that hold it as it is. */
type Cell = {
  committed: Row | undefined;
  pending: Row | undefined;
  owner: Holder | undefined;
  sharers: Set<Holder>;
};

/** A database transaction as far as rows know it. */
export type Holder = {
  /** Resolves when it is committed or rolled back. */
  ended: Promise<void>;
  /** Whom it waits for. */
  waitsFor: Holder | undefined;
};

/** Thrown when a statement has to wait until another transaction ends. */
export class Blocked {
  readonly by: Holder;

  constructor(by: Holder) {
    this.by = by;
  }
}

/** Rows as one statement sees and changes them, at read committed. Whatever meets a row that another transaction holds throws `Blocked`. */
export type View = {
  list<R extends Row = Row>(table: string): R[];
  find<R extends Row = Row>(table: string, key: string): R | undefined;
  isHeldElsewhere(table: string, key: string): boolean;
  /** The same, apart from those that hold it as it is. */
  isHeldForChange(table: string, key: string): boolean;
  /** Locks a row, and gives it as it is then; a row that is not there locks nothing. */
  lock<R extends Row = Row>(table: string, key: string): R | undefined;
  /** Holds a row as it is, beside others that do so. */
  share(table: string, key: string): void;
  /** Holds a name until the transaction ends, whether or not it names a row. */
  hold(table: string, key: string): void;
  put(table: string, key: string, row: Row): void;
  remove(table: string, key: string): void;
  /** Tells whether a row that is there, or may come to be, has what `isSame` looks for, as a unique index does. */
  conflicts<R extends Row = Row>(table: string, isSame: (row: R) => boolean): boolean;
  /** Gives what `read` gave when the statement began, however long it waited since. */
  once<Value>(read: () => Value): Value;
  nextNumber(): number;
  /** What the database takes for the present. */
  now(): Date;
};

/** A database transaction on rows in memory. */
export type RowTransaction = Holder & {
  /** The view of one statement; the same one while the statement waits. */
  openView(): View;
  commit(): void;
  rollBack(): void;
};

/** Tables in memory. */
export type MemoryRows = {
  begin(): RowTransaction;
  /** What is committed. */
  committed<R extends Row = Row>(table: string): R[];
};

type Tables = Map<string, Map<string, Cell>>;

function cellsOf(tables: Tables, table: string): Map<string, Cell> {
  const known = tables.get(table);
  if (known) return known;
  const cells = new Map<string, Cell>();
  tables.set(table, cells);
  return cells;
}

const seenBy = (holder: Holder, { owner, pending, committed }: Cell): Row | undefined =>
  owner === holder ? pending : committed;

/** Another transaction that keeps this one from changing a row. */
const hinderOf = (holder: Holder, { owner, sharers }: Cell): Holder | undefined =>
  [...(owner ? [owner] : []), ...sharers].find((one) => one !== holder);

const listed = <R extends Row>(row: Row | undefined): R[] => (row ? [row as R] : []);

/** What all views share: numbers that come once, and the clock of the database. */
type Shared = Pick<View, 'nextNumber' | 'now'>;

/** What one transaction holds of the rows. */
function createLocks(tables: Tables, holder: Holder, held: Set<Cell>) {
  const cellOf = (table: string, key: string): Cell => {
    const cells = cellsOf(tables, table);
    const known = cells.get(key);
    if (known) return known;
    const cell: Cell = { committed: undefined, pending: undefined, owner: undefined, sharers: new Set() };
    cells.set(key, cell);
    return cell;
  };
  return {
    take(table: string, key: string): Cell {
      const cell = cellOf(table, key);
      const hinder = hinderOf(holder, cell);
      if (hinder) throw new Blocked(hinder);
      if (cell.owner === holder) return cell;
      Object.assign(cell, { owner: holder, pending: cell.committed });
      held.add(cell);
      return cell;
    },
    share(table: string, key: string): void {
      const cell = cellOf(table, key);
      if (cell.owner && cell.owner !== holder) throw new Blocked(cell.owner);
      cell.sharers.add(holder);
      held.add(cell);
    },
    isHeldElsewhere(table: string, key: string): boolean {
      const cell = cellsOf(tables, table).get(key);
      return cell !== undefined && hinderOf(holder, cell) !== undefined;
    },
    isHeldForChange(table: string, key: string): boolean {
      const owner = cellsOf(tables, table).get(key)?.owner;
      return owner !== undefined && owner !== holder;
    },
  };
}

function openView(tables: Tables, holder: Holder, held: Set<Cell>, shared: Shared): View {
  let reading: { value: unknown } | undefined;
  const { take, share, isHeldElsewhere, isHeldForChange } = createLocks(tables, holder, held);
  const find = (table: string, key: string): Row | undefined => {
    const cell = cellsOf(tables, table).get(key);
    return cell && seenBy(holder, cell);
  };
  return {
    list: <R extends Row>(table: string) =>
      [...cellsOf(tables, table).values()].flatMap((cell) => listed<R>(seenBy(holder, cell))),
    find: <R extends Row>(table: string, key: string) => find(table, key) as R | undefined,
    ...{ share, isHeldElsewhere, isHeldForChange },
    lock: <R extends Row>(table: string, key: string) =>
      (find(table, key) ? take(table, key).pending : undefined) as R | undefined,
    hold: (table, key) => void take(table, key),
    put: (table, key, row) => void Object.assign(take(table, key), { pending: row }),
    remove: (table, key) => void Object.assign(take(table, key), { pending: undefined }),
    conflicts<R extends Row>(table: string, isSame: (row: R) => boolean) {
      for (const cell of cellsOf(tables, table).values()) {
        const { owner, committed, pending } = cell;
        const seen = seenBy(holder, cell);
        // Who locks a row and has not changed it holds up nobody.
        if (
          owner &&
          owner !== holder &&
          pending !== committed &&
          [committed, pending].some((row) => row && isSame(row as R))
        )
          throw new Blocked(owner);
        if (seen && isSame(seen as R)) return true;
      }
      return false;
    },
    once<Value>(read: () => Value): Value {
      reading ??= { value: read() };
      return reading.value as Value;
    },
    ...shared,
  };
}

/** Starts with empty tables, on a clock. */
export function createMemoryRows(now: () => Date): MemoryRows {
  const tables: Tables = new Map();
  let last = 0;
  const shared: Shared = { nextNumber: () => ++last, now };
  return {
    begin() {
      const held = new Set<Cell>();
      const { promise, resolve } = Promise.withResolvers<void>();
      const holder: Holder = { ended: promise, waitsFor: undefined };
      let isOver = false;
      const end = (settle: (cell: Cell) => void): void => {
        invariant(!isOver, 'a transaction ends once');
        isOver = true;
        for (const cell of held) {
          cell.sharers.delete(holder);
          if (cell.owner !== holder) continue;
          settle(cell);
          Object.assign(cell, { owner: undefined, pending: undefined });
        }
        resolve();
      };
      return Object.assign(holder, {
        openView: () => openView(tables, holder, held, shared),
        commit: () => end((cell) => void Object.assign(cell, { committed: cell.pending })),
        rollBack: () => end(() => undefined),
      });
    },
    committed: <R extends Row>(table: string) =>
      [...cellsOf(tables, table).values()].flatMap(({ committed }) => listed<R>(committed)),
  };
}

/** Tells whether whoever waits for `by` would wait for itself. */
export function isCircle(waiting: Holder, by: Holder): boolean {
  for (let next: Holder | undefined = by; next; next = next.waitsFor) if (next === waiting) return true;
  return false;
}
