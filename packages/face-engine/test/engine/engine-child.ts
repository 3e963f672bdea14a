// A process of its own that starts an engine of two processes, says which they are, and measures until it is killed.
import { readFileSync } from 'node:fs';
import { startFaceEngine } from '@titular/face-engine/engine/worker-face-engine.ts';
import { engineProcesses } from './engine-processes.ts';

const image = readFileSync(process.argv[2] ?? '');
const engine = await startFaceEngine({ threads: 2, runtime: 'native' });
process.stdout.write(`${JSON.stringify(engineProcesses())}\n`);
const measure = async (): Promise<never> => {
  for (;;) await engine.analyse(image);
};
await Promise.all([measure(), measure()]);
