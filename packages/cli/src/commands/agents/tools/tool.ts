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
  /** Whether it reads documentation, reads from the service, or changes something there. */
  effect: 'documentation' | 'reads' | 'acts';
  run(input: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<ToolResult>;
};

/** Text that tells the agent what to do about an error, beside its code. */
export const failed = (code: string, message: string, remedy: string, more: object = {}): ToolResult => ({
  text: `${code}: ${message} ${remedy}`,
  structured: { code, message, remedy, ...more },
  isError: true,
});
