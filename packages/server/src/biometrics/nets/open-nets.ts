import { checkRuntime } from './check-runtime.ts';
import { makeNet } from './make-net.ts';
import { readNetFile } from './net-files.ts';
import { createNets, NET_NAMES, type NetName, type Nets, type Runtime } from './nets.ts';
import { openWasmRuntime } from './wasm-runtime.ts';

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

async function openChecked(opening: Promise<Runtime>, names: readonly NetName[]): Promise<Nets> {
  const runtime = await opening;
  await checkRuntime(runtime, names);
  return createNets(runtime);
}

async function openNative(names: readonly NetName[], directory: string | undefined): Promise<Runtime> {
  // The binary is loaded by the import: there is none for some systems.
  const { openNativeRuntime } = await import('./native-runtime.ts');
  return openNativeRuntime(names, (name) => readNetFile(directory, name));
}

/** Opens the nets in this process, which should do nothing else: a run keeps its thread busy. Throws when no runtime allowed gives the known answers. */
export async function openNets({
  runtime = 'auto',
  directory,
  names = NET_NAMES,
}: NetsOptions = {}): Promise<OpenedNets> {
  let problem: string | undefined;
  if (runtime !== 'wasm') {
    try {
      return { ...(await openChecked(openNative(names, directory), names)), problem };
    } catch (error) {
      if (runtime === 'native') throw error;
      problem = error instanceof Error ? error.message : String(error);
    }
  }
  return { ...(await openChecked(openWasmRuntime(names, makeNet), names)), problem };
}
