import { ErrorResponse } from '@titular/contract';

/** What a route behind a token may refuse with, by status, when its address names nothing that could be missing. */
export const REFUSALS_WITHOUT_ID = {
  400: ErrorResponse,
  403: ErrorResponse,
  429: ErrorResponse,
  500: ErrorResponse,
} as const;

/** The same for a route whose address or body names a thing that may not be there. */
export const REFUSALS = { ...REFUSALS_WITHOUT_ID, 404: ErrorResponse } as const;
