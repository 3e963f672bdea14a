import { availableParallelism, totalmem } from 'node:os';
import { numberBetween, oneOf, type Parse, serviceAddress } from './config-values.ts';
import type { Config, Setting } from './setting.ts';

const MAX_ADDRESSES = 16;

const parseAddresses: Parse = (text) => {
  const addresses = [...new Set(text.split(',').map((part) => serviceAddress(part.trim())))];
  const areGood = addresses.every((address) => typeof address === 'string');
  return areGood && addresses.length <= MAX_ADDRESSES ? addresses : undefined;
};

const parsePrecision = oneOf('float32', 'int8');
const parseOther: Parse = (text) => parsePrecision(text) ?? parseAddresses(text);

const SECRET_BOUNDS = '16 to 512 characters of a bearer token (RFC 6750)';
const parseSecret: Parse = (text) =>
  /^[A-Za-z0-9._~+/-]{16,512}=*$/.test(text) && text.length <= 512 ? text : undefined;

const MAX_PROCESSES = 64;

/** Bytes of a container's limit for each process of the engine, which takes a quarter of that. */
const BYTES_PER_PROCESS = 512 * 1024 ** 2;

/** One process for each core, and in a container with a limit of memory no more than fit into a quarter of it. */
export function usualProcesses(cores: number, limitBytes: number, machineBytes: number): number {
  const isLimited = limitBytes > 0 && limitBytes < machineBytes;
  const fitting = isLimited ? Math.floor(limitBytes / BYTES_PER_PROCESS) : MAX_PROCESSES;
  return Math.max(1, Math.min(cores, fitting, MAX_PROCESSES));
}

/** What measures faces: the engine inside, or one of the operator. */
export const engineSettings: readonly Setting[] = [
  {
    key: 'engineThreads',
    variable: 'TITULAR_ENGINE_THREADS',
    fallback: String(usualProcesses(availableParallelism(), process.constrainedMemory(), totalmem())),
    // Pictures that are sent elsewhere take no memory for a process here.
    fallbackBeside: (env) =>
      env['TITULAR_FACE_ENGINE_URL']?.trim()
        ? String(Math.min(availableParallelism(), MAX_PROCESSES))
        : undefined,
    bounds: '1 to 64',
    purpose:
      'Processes of the face engine; with TITULAR_FACE_ENGINE_URL, the number of pictures sent to each of its addresses at once. Default: one per core; without TITULAR_FACE_ENGINE_URL, in a container at most one per 512 MB of its memory.',
    parse: numberBetween(1, MAX_PROCESSES),
  },
  {
    key: 'faceRuntime',
    variable: 'TITULAR_FACE_RUNTIME',
    fallback: 'auto',
    bounds: '`auto`, `native` or `wasm`',
    purpose:
      'Runtime for the neural nets of the face engine. `auto` uses native code if it loads and gives the known answers. Otherwise it uses WebAssembly, which takes four times as long; the log says which. `native` refuses to start if native code cannot be used. Both give the same descriptors.',
    parse: oneOf('auto', 'native', 'wasm'),
  },
  {
    key: 'faceDescriptor',
    variable: 'TITULAR_FACE_DESCRIPTOR',
    fallback: 'float32',
    bounds: '`float32` or `int8`',
    purpose:
      'Precision of the net that describes a face. `int8` takes a third of its time and needs native code. It is an engine version of its own: persons enrolled with the other are `reference_outdated` ([face-engine.md](face-engine.md#descriptors-in-8-bits)).',
    parse: parsePrecision,
  },
  {
    key: 'faceEngineUrls',
    variable: 'TITULAR_FACE_ENGINE_URL',
    fallback: '',
    bounds: '1 to 16 http or https addresses without credentials, query or fragment, separated by commas',
    purpose:
      'Your own face engine, used instead of the built-in one (docs/face-engine.md). Of several addresses of one engine, the one with the fewest pictures under way is asked, and another once more where it fails. It receives pictures of people, so production requires https unless it is on this machine. Default: the built-in engine.',
    parse: parseAddresses,
  },
  {
    key: 'faceEngineSecret',
    variable: 'TITULAR_FACE_ENGINE_SECRET',
    fallback: '',
    bounds: SECRET_BOUNDS,
    purpose:
      'Sent to TITULAR_FACE_ENGINE_URL as a bearer token; required from callers by a process with TITULAR_ROLE=engine. Default: none.',
    parse: parseSecret,
    secret: true,
  },
  {
    key: 'otherFaceEngine',
    variable: 'TITULAR_OTHER_FACE_ENGINE',
    fallback: '',
    bounds: 'addresses as TITULAR_FACE_ENGINE_URL takes them, or `float32` or `int8` for the built-in engine',
    purpose:
      'The second engine for the days of a change: the one that comes, and after the switch the one that goes. Both measure each kept picture ([face-engine.md](face-engine.md#changing-engines)). It receives pictures of people, so production requires https unless it is on this machine. Default: none, no change is under way.',
    parse: parseOther,
  },
  {
    key: 'otherFaceEngineSecret',
    variable: 'TITULAR_OTHER_FACE_ENGINE_SECRET',
    fallback: '',
    bounds: SECRET_BOUNDS,
    purpose: 'Sent to the addresses of TITULAR_OTHER_FACE_ENGINE as a bearer token. Default: none.',
    parse: parseSecret,
    secret: true,
  },
];

/** Whether both settings name the same engine: an address of it, or the precision of the one inside. */
function namesPresent({ otherFaceEngine: other, faceEngineUrls: urls, faceDescriptor }: Config): boolean {
  if (typeof other === 'string') return !urls && other === faceDescriptor;
  return other?.some((url) => urls?.includes(url)) ?? false;
}

type Rule = readonly [isBroken: (config: Config) => boolean, sentence: string];

const RULES: readonly Rule[] = [
  [
    ({ role, faceEngineSecret }) => role === 'engine' && !faceEngineSecret,
    'TITULAR_FACE_ENGINE_SECRET must be set for TITULAR_ROLE=engine: others show it to be answered.',
  ],
  [
    ({ role, faceEngineUrls }) => role === 'engine' && faceEngineUrls !== undefined,
    'TITULAR_FACE_ENGINE_URL is for processes that ask an engine: remove it, or TITULAR_ROLE=engine.',
  ],
  [
    ({ role, faceDescriptor }) => role === 'engine' && faceDescriptor === 'int8',
    'TITULAR_FACE_DESCRIPTOR=int8 is for an engine inside the process: remove it, or TITULAR_ROLE=engine.',
  ],
  [
    ({ role, faceEngineSecret, faceEngineUrls }) =>
      role !== 'engine' && faceEngineSecret !== undefined && !faceEngineUrls,
    'TITULAR_FACE_ENGINE_SECRET requires TITULAR_FACE_ENGINE_URL.',
  ],
  [
    ({ faceDescriptor, faceEngineUrls, faceRuntime }) =>
      faceDescriptor === 'int8' && (faceEngineUrls !== undefined || faceRuntime === 'wasm'),
    'TITULAR_FACE_DESCRIPTOR=int8 is for the built-in engine in native code: remove it, or TITULAR_FACE_ENGINE_URL and TITULAR_FACE_RUNTIME=wasm.',
  ],
  [
    ({ role, otherFaceEngine }) => role === 'engine' && otherFaceEngine !== undefined,
    'TITULAR_OTHER_FACE_ENGINE is for processes that take captures or decide: remove it, or TITULAR_ROLE=engine.',
  ],
  [namesPresent, 'TITULAR_OTHER_FACE_ENGINE must name another engine than the present one.'],
  [
    ({ otherFaceEngine, otherFaceEngineSecret }) =>
      otherFaceEngineSecret !== undefined && !Array.isArray(otherFaceEngine),
    'TITULAR_OTHER_FACE_ENGINE_SECRET requires addresses in TITULAR_OTHER_FACE_ENGINE.',
  ],
  [
    ({ otherFaceEngine, faceRuntime }) => otherFaceEngine === 'int8' && faceRuntime === 'wasm',
    'TITULAR_OTHER_FACE_ENGINE=int8 requires native code: remove it, or TITULAR_FACE_RUNTIME=wasm.',
  ],
];

/** Why no engine can be started with the settings, in one sentence; undefined when one can. */
export const engineProblem = (config: Config): string | undefined =>
  RULES.find(([isBroken]) => isBroken(config))?.[1];
