import { wait } from '../../service/wait.ts';
import type { CameraProblem } from '../camera-problem.ts';
import type { FrameGrabber } from '../frame-grabber.ts';
import { awaitPicture } from './await-picture.ts';
import { decideInfrared, findNext, type ListedCamera, listUsable } from './choose-camera.ts';
import { type CameraAnswer, listCameras, type OpenCamera, openCamera } from './open-camera.ts';

/** What taking a camera needs. */
export interface TakePorts {
  video: HTMLVideoElement;
  grabber: FrameGrabber;
  /** The browser's id of the camera wanted; undefined for the one that faces the person. */
  requestedId: string | undefined;
  /** Ends it, and closes the camera whenever that is. */
  signal: AbortSignal;
  isInApp: boolean;
  onLost(): void;
  /** A camera was given up for another one. */
  onPassedOver(problem: 'black' | 'infrared'): void;
}

/** A camera that shows a picture, until the signal closes it; `other` is the one to change to, if there is one. */
export type Taken =
  | { kind: 'open'; camera: OpenCamera; isDim: boolean; other: ListedCamera | undefined }
  | { kind: 'problem'; problem: CameraProblem }
  | { kind: 'stopped' };

// Some apps' browsers neither ask nor refuse.
const inAppPatienceMs = 15_000;

async function openPatiently(ports: TakePorts, deviceId: string | undefined): Promise<CameraAnswer> {
  const opening = openCamera(ports.onLost, deviceId);
  if (!ports.isInApp) return opening;
  const answer = await Promise.race([opening, wait(inAppPatienceMs, ports.signal)]);
  if (answer !== undefined) return answer;
  void opening.then((late) => {
    if (late.kind === 'open') late.camera.close();
  });
  return { kind: 'problem', problem: 'unsupported' };
}

function show(video: HTMLVideoElement, { stream }: OpenCamera): void {
  video.srcObject = stream;
  video.play().catch(() => undefined);
}

type Judged = { kind: 'use'; isDim: boolean } | { kind: 'pass'; problem: 'black' | 'infrared' };

/** Looks whether the open camera shows a face in its colours; one that does not is only passed over. */
async function judge(camera: OpenCamera, hasOther: boolean, ports: TakePorts): Promise<Judged | 'stopped'> {
  const { grabber, signal } = ports;
  const facesPerson = camera.track.getSettings().facingMode === 'user';
  const look = (isGrey: boolean) =>
    decideInfrared({ label: camera.track.label, isGrey, facesPerson, hasOther });
  if (look(false) === 'another') return { kind: 'pass', problem: 'infrared' };
  const picture = await awaitPicture(grabber, {
    nowMs: () => performance.now(),
    wait: (ms) => wait(ms, signal),
    isStopped: () => signal.aborted,
  });
  if (picture === 'stopped' || picture === 'black') {
    return picture === 'stopped' ? 'stopped' : { kind: 'pass', problem: 'black' };
  }
  if (look(grabber.isGrey()) !== 'use') return { kind: 'pass', problem: 'infrared' };
  return { kind: 'use', isDim: picture === 'dim' };
}

/** Opens the camera and waits for its picture; one that shows none, or no colours, is given up for another one as long as there is one. */
export async function takeCamera(ports: TakePorts): Promise<Taken> {
  const { video, signal } = ports;
  const tried = new Set<string | undefined>();
  for (let deviceId = ports.requestedId; ; ) {
    const opened = await openPatiently(ports, deviceId);
    if (signal.aborted) {
      if (opened.kind === 'open') opened.camera.close();
      return { kind: 'stopped' };
    }
    if (opened.kind === 'problem') return opened;
    const { camera } = opened;
    signal.addEventListener('abort', camera.close);
    show(video, camera);
    tried.add(camera.deviceId);
    const cameras = await listCameras();
    const untried = listUsable(cameras).find((one) => !tried.has(one.deviceId));
    const judged = await judge(camera, untried !== undefined, ports);
    if (judged === 'stopped') return { kind: 'stopped' };
    if (judged.kind === 'use') {
      return { kind: 'open', camera, isDim: judged.isDim, other: findNext(cameras, camera.deviceId) };
    }
    camera.close();
    if (untried === undefined) return { kind: 'problem', problem: judged.problem };
    ports.onPassedOver(judged.problem);
    deviceId = untried.deviceId;
  }
}
