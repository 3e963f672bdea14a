type Line = { (fields: Readonly<Record<string, unknown>>, text: string): void; (text: string): void };

/** Where the engine tells its operator what it does; pino's loggers are such. */
export type EngineLog = { info: Line; warn: Line; error: Line };
