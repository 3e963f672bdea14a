import { createSdkApi, type SdkApi } from './sdk-api.ts';
import { defineTitularCheck } from './titular-check.ts';

export { TitularError } from './titular-error.ts';
export type * from './types.ts';

const sdkApi: SdkApi = createSdkApi();

/** Says where the service is and how to show its page; throws a `TitularError` with `invalid_options` when it cannot be so. */
export const init: SdkApi['init'] = sdkApi.init;
/** Opens the page with the client of the last `init`. */
export const open: SdkApi['open'] = sdkApi.open;
/** Takes the page of the last `init` away. */
export const close: SdkApi['close'] = sdkApi.close;

defineTitularCheck();
