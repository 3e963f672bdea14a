import { createSdkApi } from './sdk-api.ts';
import { defineTitularCheck } from './titular-check.ts';
import { TitularError } from './titular-error.ts';

const script = document.currentScript;
const ownOrigin = script instanceof HTMLScriptElement && script.src ? new URL(script.src).origin : undefined;

/** The global of the script-tag build; the service is where the script came from, unless `init` says otherwise. */
const Titular = { ...createSdkApi(ownOrigin), TitularError };

Object.assign(window, { Titular });
defineTitularCheck(ownOrigin);
