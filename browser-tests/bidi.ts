/** An event of the browser, by its name. */
export type BidiEvent = { method: string; params: Record<string, unknown> };

type Answer = {
  id?: number;
  type: string;
  error?: string;
  message?: string;
  result?: unknown;
} & Partial<BidiEvent>;

type Waiting = { resolve(result: unknown): void; reject(error: Error): void };

/** A connection to a browser by WebDriver BiDi (W3C), over one socket. */
export class Bidi {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, Waiting>();
  #sent = 0;

  private constructor(socket: WebSocket, onEvent: (event: BidiEvent) => void) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#receive(JSON.parse(String(data)), onEvent));
    socket.addEventListener('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('the browser is gone'));
    });
  }

  /** Connects; fails where nobody listens. */
  static async connect(url: string, onEvent: (event: BidiEvent) => void): Promise<Bidi> {
    const socket = new WebSocket(url);
    const connection = new Bidi(socket, onEvent);
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener('open', () => resolve());
      socket.addEventListener('error', () => reject(new Error(`${url} does not answer`)));
    });
    return connection;
  }

  #receive(
    { id, type, error, message, result, method, params }: Answer,
    onEvent: (event: BidiEvent) => void,
  ) {
    if (type === 'event' && method) return onEvent({ method, params: params ?? {} });
    const waiting = id === undefined ? undefined : this.#waiting.get(id);
    if (id !== undefined) this.#waiting.delete(id);
    if (type === 'error') waiting?.reject(new Error(`${error}: ${message}`));
    else waiting?.resolve(result);
  }

  /** Sends a command and waits for its result. */
  send<Result>(method: string, params: object = {}): Promise<Result> {
    this.#sent += 1;
    const id = this.#sent;
    return new Promise<Result>((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (result: unknown) => void, reject });
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
  }

  close(): void {
    this.#socket.close();
  }
}
