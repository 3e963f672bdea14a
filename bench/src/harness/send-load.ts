import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';

/** One request ready to be sent again and again, but for `$ORDER`, which becomes a number of its own each time it stands there. */
export type Message = { head: string; body: string };

/**
 * What to send: `messages` in turn for some seconds over kept-alive connections. With a rate they leave when they are due, whether or not
 * earlier ones were answered (open loop); without, each connection sends as soon as it is free. Times of what is due in the first
 * `leadSeconds` are told apart: sender and connections are new then.
 */
export type LoadPlan = {
  port: number;
  seconds: number;
  connections: number;
  ratePerSecond?: number;
  leadSeconds?: number;
  messages: readonly Message[];
};

/** What came back. Times run from when a request was due, so that waiting for a free connection counts; status 0 stands for what was not answered, because the connection broke or 5 s after the end. */
export type LoadResult = {
  answered: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** The same of the first `leadSeconds`; not a number without any. */
  leadP99Ms: number;
  byStatus: Record<number, number>;
};

type Lane = { socket: Socket; received: string; dueMs: number | undefined };

const GRACE_MS = 5_000;

/** The status of the one answer in the text once it is whole. */
function wholeAnswer(text: string): number | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, end + 2))?.[1] ?? Number.NaN);
  if (Number.isNaN(length)) throw new Error(`an answer without a length: ${text.slice(0, end)}`);
  return text.length >= end + 4 + length ? Number(text.slice(9, 12)) : undefined;
}

function quantile(unsorted: readonly number[], share: number): number {
  const times = Float64Array.from(unsorted).sort();
  return times[Math.floor(times.length * share)] ?? Number.NaN;
}

class Sender {
  private readonly plan: LoadPlan;
  private readonly lanes = new Set<Lane>();
  private readonly free: Lane[] = [];
  private readonly due: number[] = [];
  private readonly timesMs: number[] = [];
  private readonly leadTimesMs: number[] = [];
  private readonly byStatus: Record<number, number> = {};
  private readonly name = randomUUID();
  private sent = 0;
  private startMs = 0;
  private isOver = false;

  constructor(plan: LoadPlan) {
    this.plan = plan;
  }

  private open(): Promise<void> {
    const socket = connect({ port: this.plan.port, host: '127.0.0.1', noDelay: true });
    const lane: Lane = { socket, received: '', dueMs: undefined };
    this.lanes.add(lane);
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => this.take(lane, text));
    socket.on('error', () => undefined);
    socket.on('close', () => this.lose(lane));
    return new Promise((resolve) => {
      socket.once('close', resolve);
      socket.once('connect', () => {
        this.release(lane);
        resolve();
      });
    });
  }

  private take(lane: Lane, text: string): void {
    if (lane.dueMs === undefined) {
      // Nothing was asked: the server says that it ends a connection that nobody used.
      lane.socket.destroy();
      return;
    }
    lane.received += text;
    const status = wholeAnswer(lane.received);
    if (status === undefined) return;
    lane.received = '';
    this.note(lane, status);
    this.release(lane);
  }

  private note(lane: Lane, status: number): void {
    if (lane.dueMs === undefined) return;
    const isLead = lane.dueMs - this.startMs < (this.plan.leadSeconds ?? 0) * 1000;
    (isLead ? this.leadTimesMs : this.timesMs).push(performance.now() - lane.dueMs);
    this.byStatus[status] = (this.byStatus[status] ?? 0) + 1;
    lane.dueMs = undefined;
  }

  private lose(lane: Lane): void {
    this.lanes.delete(lane);
    this.note(lane, 0);
    const at = this.free.indexOf(lane);
    if (at >= 0) this.free.splice(at, 1);
    if (!this.isOver) void this.open();
  }

  private release(lane: Lane): void {
    const dueMs = this.due.shift();
    if (dueMs !== undefined) this.send(lane, dueMs);
    else if (this.plan.ratePerSecond === undefined && this.startMs > 0 && !this.isOver)
      this.send(lane, performance.now());
    else this.free.push(lane);
  }

  private send(lane: Lane, dueMs: number): void {
    const { messages } = this.plan;
    const message = messages[this.sent % messages.length];
    if (!message) throw new Error('a load needs a message');
    const order = `${this.name}-${this.sent}`;
    this.sent += 1;
    const body = message.body.replace('$ORDER', order);
    lane.dueMs = dueMs;
    lane.socket.write(`${message.head}content-length: ${body.length}\r\n\r\n${body}`);
  }

  private sendDue(ratePerSecond: number): void {
    let next = 0;
    const tick = (): void => {
      const nowMs = Math.min(performance.now() - this.startMs, this.plan.seconds * 1000);
      for (; (next * 1000) / ratePerSecond < nowMs; next += 1) {
        const dueMs = this.startMs + (next * 1000) / ratePerSecond;
        // In turn, so that none rests until the server ends it just as it is used again.
        const lane = this.free.shift();
        if (lane) this.send(lane, dueMs);
        else this.due.push(dueMs);
      }
      if (!this.isOver) setTimeout(tick, 1);
    };
    tick();
  }

  private answered(): number {
    return this.timesMs.length + this.leadTimesMs.length;
  }

  /** Waits for what is under way, for a bounded time. */
  private async drain(): Promise<void> {
    const endMs = performance.now() + GRACE_MS;
    const busy = (): boolean => this.due.length > 0 || this.free.length < this.lanes.size;
    while (busy() && performance.now() < endMs) await new Promise((resolve) => setTimeout(resolve, 5));
    for (const lane of this.lanes) if (lane.dueMs !== undefined) this.note(lane, 0);
    for (const lane of this.lanes) lane.socket.destroy();
  }

  async run(): Promise<LoadResult> {
    const { connections, ratePerSecond, seconds } = this.plan;
    await Promise.all(Array.from({ length: connections }, () => this.open()));
    this.startMs = performance.now();
    if (ratePerSecond !== undefined) this.sendDue(ratePerSecond);
    else for (const lane of this.free.splice(0)) this.release(lane);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    this.isOver = true;
    const perSecond = this.answered() / ((performance.now() - this.startMs) / 1000);
    await this.drain();
    return {
      answered: this.answered(),
      perSecond,
      p50Ms: quantile(this.timesMs, 0.5),
      p99Ms: quantile(this.timesMs, 0.99),
      leadP99Ms: quantile(this.leadTimesMs, 0.99),
      byStatus: this.byStatus,
    };
  }
}

process.on('message', (message) => {
  if (message === 'stop') process.disconnect();
  else void new Sender(message as LoadPlan).run().then((result) => process.send?.(result));
});
process.once('disconnect', () => process.exit());
process.send?.('ready');
