import { createClient } from './client.ts';
import { parseInitOptions } from './options.ts';
import { TitularError } from './titular-error.ts';
import type { Client, InitOptions, OpenOptions, Outcome } from './types.ts';

/** The SDK's functions, which use the client of the last `init`. */
export type SdkApi = {
  init(options: InitOptions): Client;
  open(options: OpenOptions): Promise<Outcome>;
  close(): void;
};

/** Makes the functions; `ownOrigin` is where the service is when `init` does not say it. */
export function createSdkApi(ownOrigin?: string): SdkApi {
  let client: Client | undefined;
  return {
    init: (options) => {
      client = createClient(parseInitOptions(options, ownOrigin));
      return client;
    },
    open: (options) => {
      if (client) return client.open(options);
      const error = new TitularError('not_initialised');
      options?.onError?.(error);
      const refused = Promise.reject(error);
      if (options?.onError) refused.catch(() => undefined);
      return refused;
    },
    close: () => client?.close(),
  };
}
