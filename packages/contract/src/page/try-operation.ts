/** Where the page lies on the public address that sends requests to this very service, in the test environment. */
export const TRY_PATH = '/docs/try';

/** Whether a parameter narrows a list: what an example has for it is nobody's, so that nothing would be found. A company is the reader's own. */
export const narrowsList = (operationId: string, name: string): boolean =>
  operationId.startsWith('list') && name !== 'company';

/** A value that a request has in its address or headers. */
export type TryParameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  isRequired: boolean;
  description: string;
  /** The only values that are allowed. */
  values?: readonly string[];
};

/** An operation as the page needs it: what goes in, and what may be put in first. */
export type TryOperation = {
  operationId: string;
  verb: string;
  path: string;
  summary: string;
  description: string;
  /** Scope that the access token needs; undefined where none is sent. */
  scope?: string;
  parameters: readonly TryParameter[];
  /** Bodies and parameters that work, by what they show. */
  examples: readonly { summary: string; parameters: Readonly<Record<string, string>>; body?: unknown }[];
  hasBody: boolean;
  /** Name of the value that the id in the answer is for further requests. */
  gives?: string;
  /** Address of the operation in the reference. */
  reference: string;
  /** Headers of answers that the contract documents, in lower case. */
  headers: readonly string[];
};

/** What happened and what to do, by the code of a refusal. */
export type TryCodes = Readonly<Record<string, { summary: string; description: string }>>;
