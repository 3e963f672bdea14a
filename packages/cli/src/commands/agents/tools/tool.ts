import type { TObject } from 'typebox';

/** What a tool tells; an error is for the agent to read and correct, and not one of the protocol. */
export type ToolResult = {
  text: string;
  structured: Readonly<Record<string, unknown>>;
  isError?: boolean;
};

/** One tool; what it is called with was checked against its schema before. */
export type Tool = {
  name: string;
  title: string;
  description: string;
  input: TObject;
  /** What it returns when it was done: the answer of an operation of the contract, or a schema of its own. */
  output: { operation: string } | { schema: TObject };
  /** Whether it reads documentation, reads from the service, or changes something there. */
  effect: 'documentation' | 'reads' | 'acts';
  run(input: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<ToolResult>;
};

/** What a refusal tells beside code, message and remedy. */
type More = { retryAfterSeconds?: number; requestId?: string };

/** Text that tells the agent what to do about an error, beside its code; an agent may read the text alone. */
export const failed = (code: string, message: string, remedy: string, more: More = {}): ToolResult => {
  const { retryAfterSeconds, requestId } = more;
  const wait = retryAfterSeconds === undefined ? '' : ` Retry after ${retryAfterSeconds} s.`;
  const request = requestId === undefined ? '' : ` Request ${requestId}.`;
  return {
    text: `${code}: ${message} ${remedy}${wait}${request}`,
    structured: { code, message, remedy, ...more },
    isError: true,
  };
};
