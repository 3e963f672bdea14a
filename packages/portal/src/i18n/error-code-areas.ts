import type { ErrorCode } from '@titular/contract';

/** Codes that can come before anybody has signed in, whose words come with the first texts. */
export type EarlyErrorCode =
  | '40001'
  | '40002'
  | '40073'
  | '40075'
  | '40076'
  | '40077'
  | '40340'
  | '40341'
  | '40342'
  | '40344'
  | '40345'
  | '40346'
  | '40347'
  | '42905'
  | '42906'
  | '50001';
/** All others. */
export type LaterErrorCode = Exclude<ErrorCode, EarlyErrorCode>;
