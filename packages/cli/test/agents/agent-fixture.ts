import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { COMPILE_CACHE } from '@titular/test-kit/compile-cache.ts';
import { Check, Errors } from 'typebox/schema';

const PROGRAM = fileURLToPath(import.meta.resolve('@titular/cli/main.ts'));

type Message = { id?: unknown; result?: Record<string, unknown>; error?: { code: number; message: string } };
type Result = {
  content: { type: 'text'; text: string }[];
  structuredContent: Record<string, unknown>;
  isError: boolean;
};

type ListedTool = { name: string; outputSchema: Record<string, unknown> };

/** Refuses a result that its tool does not announce, as clients of the protocol do. */
function checkResult(name: string, { structuredContent }: Result, tools: readonly ListedTool[]): void {
  const schema = tools.find((one) => one.name === name)?.outputSchema;
  if (!schema || Check(schema, structuredContent)) return;
  const [, errors] = Errors(schema, structuredContent);
  throw new Error(`${name} returned what its schema does not allow: ${JSON.stringify(errors)}`);
}

/** An agent that started `titular mcp` and talks to it by lines. */
export type Agent = {
  /** Sends a line as it is. */
  write(line: string | Uint8Array): void;
  ask(method: string, params?: object): Promise<Message>;
  /** Calls a tool, and gives its result or the error of the protocol. */
  call(name: string, input?: object): Promise<Result>;
  names(): Promise<string[]>;
  /** The tools as they are listed. */
  tools(): Promise<ListedTool[]>;
  /** Every line of standard output so far, and all of standard error. */
  output(): string[];
  errors(): string;
  kill(signal: NodeJS.Signals): void;
  /** Ends the input, and gives exit code and signal. */
  end(): Promise<unknown[]>;
  ended: Promise<unknown[]>;
};

/** Starts the program as an agent does; whoever starts one ends it. */
export async function startAgent(words: string[], environment: Record<string, string>): Promise<Agent> {
  const child = spawn(process.execPath, [PROGRAM, 'mcp', ...words], {
    env: { ...COMPILE_CACHE, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const waiting = new Map<unknown, (message: Message) => void>();
  let errors = '';
  let last = 0;
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    errors += part;
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    const message = JSON.parse(line) as Message;
    waiting.get(message.id)?.(message);
  });
  const ended = once(child, 'close');
  const write = (line: string | Uint8Array): void =>
    void child.stdin.write(Buffer.concat([Buffer.from(line), Buffer.from('\n')]));
  const ask = async (method: string, params: object = {}): Promise<Message> => {
    last += 1;
    const id = last;
    const answered = new Promise<Message>((resolve) => waiting.set(id, resolve));
    write(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    const early = ended.then(() => Promise.reject(new Error(`ended early: ${errors}`)));
    return Promise.race([answered, early]);
  };
  const list = async (): Promise<ListedTool[]> => {
    const { result } = await ask('tools/list');
    return (result as { tools: ListedTool[] }).tools;
  };
  let listed: ListedTool[] | undefined;
  await ask('initialize', { protocolVersion: '2025-06-18', capabilities: {} });
  return {
    write,
    ask,
    async call(name, input = {}) {
      const { result, error } = await ask('tools/call', { name, arguments: input });
      if (error) throw new Error(`${error.code} ${error.message}`);
      listed ??= await list();
      checkResult(name, result as Result, listed);
      return result as Result;
    },
    names: async () => (await list()).map(({ name }) => name),
    tools: list,
    output: () => lines,
    errors: () => errors,
    kill: (signal) => void child.kill(signal),
    end: () => {
      child.stdin.end();
      return ended;
    },
    ended,
  };
}
