import { preflight } from './preflight.ts';

Object.assign(window, { titularPreflight: preflight });
