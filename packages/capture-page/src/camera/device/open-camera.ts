import { wait } from '../../service/wait.ts';
import { type CameraProblem, decideCameraProblem } from '../camera-problem.ts';
import type { ListedCamera } from './choose-camera.ts';

/** An open camera, to be closed by `close`; `onLost` runs once if the picture ends by itself. */
export interface OpenCamera {
  stream: MediaStream;
  track: MediaStreamTrack;
  /** The browser's id of it, good for as long as the page; undefined where it gives none. */
  deviceId: string | undefined;
  close(): void;
}

/** What came of asking for the camera. */
export type CameraAnswer = { kind: 'open'; camera: OpenCamera } | { kind: 'problem'; problem: CameraProblem };

const size = { width: { ideal: 640 }, height: { ideal: 480 } };
/** Another page that has just let go of the camera needs a moment to have done so. */
const busyMs = 500;

function toConstraints(deviceId: string | undefined): MediaStreamConstraints {
  const which = deviceId === undefined ? { facingMode: 'user' } : { deviceId: { exact: deviceId } };
  return { video: { ...which, ...size }, audio: false };
}

async function requestStream(devices: MediaDevices, deviceId: string | undefined): Promise<MediaStream> {
  try {
    return await devices.getUserMedia(toConstraints(deviceId));
  } catch (fault) {
    const name = errorName(fault);
    if (decideCameraProblem(name) === 'busy') {
      await wait(busyMs);
      return devices.getUserMedia(toConstraints(deviceId));
    }
    // The one that was asked for is gone, or none knows where it faces: then any will do.
    if (name !== 'OverconstrainedError') throw fault;
    return devices.getUserMedia({ video: true, audio: false });
  }
}

function errorName(fault: unknown): string {
  return fault instanceof Error || fault instanceof DOMException ? fault.name : '';
}

/** Where a browser tells what the page around a frame allows; two names of one thing (Permissions Policy, section 11). */
interface PolicyDocument {
  permissionsPolicy?: { allowsFeature(feature: string): boolean };
  featurePolicy?: { allowsFeature(feature: string): boolean };
}

/** Whether the page around this one keeps the camera from it; false where the browser does not tell. */
export function isBlockedByPage(): boolean {
  const { permissionsPolicy, featurePolicy } = document as PolicyDocument;
  return (permissionsPolicy ?? featurePolicy)?.allowsFeature('camera') === false;
}

/** Asks for the front camera, or for the one named; the browser may ask the person first. */
export async function openCamera(onLost: () => void, deviceId?: string): Promise<CameraAnswer> {
  if (!window.isSecureContext) return { kind: 'problem', problem: 'insecure' };
  if (isBlockedByPage()) return { kind: 'problem', problem: 'blocked' };
  const devices: MediaDevices | undefined = navigator.mediaDevices;
  if (typeof devices?.getUserMedia !== 'function') return { kind: 'problem', problem: 'unsupported' };
  try {
    const stream = await requestStream(devices, deviceId);
    const [track] = stream.getVideoTracks();
    if (track === undefined) return { kind: 'problem', problem: 'missing' };
    return { kind: 'open', camera: holdCamera(stream, track, onLost) };
  } catch (fault) {
    return { kind: 'problem', problem: decideCameraProblem(errorName(fault)) };
  }
}

/** A picture that stands still for longer has been taken by another program or by a call. */
const mutedMs = 2_000;

function holdCamera(stream: MediaStream, track: MediaStreamTrack, onLost: () => void): OpenCamera {
  const loseIfMuted = async () => {
    await wait(mutedMs);
    if (track.muted && track.readyState === 'live') onLost();
  };
  track.addEventListener('ended', onLost);
  track.addEventListener('mute', loseIfMuted);
  return {
    stream,
    track,
    deviceId: track.getSettings().deviceId,
    close: () => {
      track.removeEventListener('ended', onLost);
      track.removeEventListener('mute', loseIfMuted);
      for (const one of stream.getTracks()) one.stop();
    },
  };
}

/** The cameras there are; none where the browser does not tell. */
export async function listCameras(): Promise<ListedCamera[]> {
  try {
    const devices = await navigator.mediaDevices.enumerateDevices();
    return devices
      .filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '')
      .map(({ deviceId, label }) => ({ deviceId, label }));
  } catch {
    return [];
  }
}
