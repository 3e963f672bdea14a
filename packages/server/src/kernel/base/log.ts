import { type DestinationStream, type Logger, pino } from 'pino';

/** The logger handed to every part that logs. */
export type Log = Logger;

const REDACTED_PATHS = [
  'req.headers.authorization',
  'req.headers.cookie',
  '*.assertion',
  '*.client_secret',
  '*.token',
  '*.link',
  '*.card',
  '*.identity',
];

/** A JSON logger, on standard output unless another place is given; requests are logged by route and id only, so no body or address parameter reaches it. */
export const createLog = (level: string, destination?: DestinationStream): Log =>
  pino({ level, base: null, redact: { paths: REDACTED_PATHS, censor: '[redacted]' } }, destination);
