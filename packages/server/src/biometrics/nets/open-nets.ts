import { makeNet } from './make-net.ts';
import { openNativeRuntime } from './native-runtime.ts';
import { createNets, type Nets } from './nets.ts';
import { encodeOnnx } from './onnx.ts';

/** Opens the nets in this process; for a process that does nothing else, and for tools. */
export const openNets = async (): Promise<Nets> =>
  createNets(await openNativeRuntime(async (name) => encodeOnnx(await makeNet(name))));
