/** Replies on their way to whoever writes them. */
export type Outbox<Item> = {
  put(item: Item): void;
  /** Resolves once few enough wait that more may be made. */
  ready(): Promise<void>;
  /** No more will come. */
  close(): void;
  /** Everything that was put, until the close; for one reader. */
  items(): AsyncGenerator<Item>;
};

const MAX_WAITING = 64;

/** Makes an outbox: whoever reads input waits for it, so that garbage without end fills no memory. */
export function createOutbox<Item>(): Outbox<Item> {
  const waiting: Item[] = [];
  let isClosed = false;
  let wakeReader = (): void => undefined;
  let wakeWriter = (): void => undefined;
  return {
    put(item) {
      waiting.push(item);
      wakeReader();
    },
    async ready() {
      while (waiting.length >= MAX_WAITING && !isClosed)
        await new Promise<void>((resolve) => {
          wakeWriter = resolve;
        });
    },
    close() {
      isClosed = true;
      wakeReader();
      wakeWriter();
    },
    async *items() {
      for (;;) {
        for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) yield item;
        wakeWriter();
        if (isClosed) return;
        await new Promise<void>((resolve) => {
          wakeReader = resolve;
        });
      }
    },
  };
}
