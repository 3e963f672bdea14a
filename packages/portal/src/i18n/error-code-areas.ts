import type { ErrorCode } from '@titular/contract';

/** Codes that can come before anybody has signed in, whose words come with the first texts. */
export type EarlyErrorCode =
  | '40001'
  | '40002'
  | '40066'
  | '40067'
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
  | '40370'
  | '40371'
  | '40372'
  | '42905'
  | '42906'
  | '50001';
/** Codes of calls about reference faces: the portal makes none, so their words come with a case, where the log of calls is. */
export type ReferenceErrorCode =
  | '40080'
  | '40081'
  | '40082'
  | '40083'
  | '40084'
  | '40085'
  | '40086'
  | '40087'
  | '40088'
  | '40413'
  | '40414';
/** All others. */
export type LaterErrorCode = Exclude<ErrorCode, EarlyErrorCode | ReferenceErrorCode>;
