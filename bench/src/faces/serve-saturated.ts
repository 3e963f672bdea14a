import { startFaceEngine } from '@titular/face-engine/engine/worker-face-engine.ts';
import { readConfig } from '@titular/server/config/config.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { startService } from '@titular/server/service.ts';
import { portraitOf } from '@titular/test-kit/faces/portraits.ts';
import { ASK_REST, ASK_SATURATE, obeyParent } from '../harness/child.ts';

/** The service in a process of its own, whose engine is kept full from within between two questions; both are answered with the faces measured since the first. */
const config = readConfig(JSON.parse(process.argv[2] ?? '{}'));
const engine = await startFaceEngine({ threads: config.engineThreads });
const service = await startService(config, { log: createLog('error'), engine });
const image = await portraitOf('a');
const load = { isOn: false, measured: 0, lanes: [] as Promise<void>[] };

async function keepMeasuring(): Promise<void> {
  while (load.isOn) {
    await engine.analyse(image);
    load.measured += 1;
  }
}

process.on('message', ({ ask }: { ask?: string }) => {
  if (ask === ASK_SATURATE.ask) {
    load.isOn = true;
    load.measured = 0;
    load.lanes = Array.from({ length: config.engineThreads * 4 }, keepMeasuring);
  } else if (ask === ASK_REST.ask) load.isOn = false;
  else return;
  process.send?.(load.measured);
});
obeyParent(async () => {
  load.isOn = false;
  await Promise.all(load.lanes);
  await service.close();
  await engine.close();
});
