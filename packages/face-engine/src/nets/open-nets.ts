import { createNets, EIGHT_BIT_NET, NET_NAMES, type NetName, type Nets, type Runtime } from './nets.ts';
import { checkRuntime } from './runtime/check-runtime.ts';
import { makeNet } from './runtime/make-net.ts';
import { readNetFile } from './runtime/net-files.ts';
import { openWasmRuntime } from './runtime/wasm-runtime.ts';

/** Which runtime executes the nets: the native one, TensorFlow.js on WebAssembly, or the native one where it works. */
export type RuntimeChoice = 'auto' | Runtime['name'];

/** What to open: all nets unless named, kept as files in a directory if there is one. */
export type NetsOptions = {
  runtime?: RuntimeChoice;
  directory?: string | undefined;
  names?: readonly NetName[];
};

/** Nets that gave the known answers; `problem` says why it is not the native runtime where that was to be tried first. */
export type OpenedNets = Nets & { problem: string | undefined };

type OpenRuntime = (names: readonly NetName[], directory: string | undefined) => Promise<Runtime>;

/** How each runtime is opened. The native binary is loaded only then: for some systems there is none. */
const RUNTIMES: Readonly<Record<Runtime['name'], OpenRuntime>> = {
  native: async (names, directory) => {
    const { openNativeRuntime } = await import('./runtime/native-runtime.ts');
    return openNativeRuntime(names, (name) => readNetFile(directory, name));
  },
  wasm: (names) => openWasmRuntime(names, makeNet),
};

/** Opens the nets in this process, which should do nothing else: a run keeps its thread busy. Throws when no runtime allowed gives the known answers. */
export async function openNets(
  { runtime = 'auto', directory, names = NET_NAMES }: NetsOptions = {},
  runtimes = RUNTIMES,
): Promise<OpenedNets> {
  const isInEightBits = names.includes(EIGHT_BIT_NET);
  const open = async (name: Runtime['name']): Promise<Nets> => {
    const opened = await runtimes[name](names, directory);
    await checkRuntime(opened, names);
    return createNets(opened, isInEightBits ? EIGHT_BIT_NET : 'descriptor');
  };
  // WebAssembly has no integers to convolve: its descriptors would be those of another version.
  const choice = isInEightBits && runtime === 'auto' ? 'native' : runtime;
  if (choice !== 'auto') return { ...(await open(choice)), problem: undefined };
  try {
    return { ...(await open('native')), problem: undefined };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { ...(await open('wasm')), problem };
  }
}
