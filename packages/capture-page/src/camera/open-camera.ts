import { type CameraProblem, decideCameraProblem } from './camera-problem.ts';

/** An open camera, to be closed by `close`; `onLost` runs once if the picture ends by itself. */
export interface OpenCamera {
  stream: MediaStream;
  /** Turns the picture off while the page is in the background, and on again, without asking for permission anew. */
  setActive(active: boolean): void;
  close(): void;
}

/** What came of asking for the camera. */
export type CameraAnswer = { kind: 'open'; camera: OpenCamera } | { kind: 'problem'; problem: CameraProblem };

const wanted: MediaStreamConstraints = {
  video: { facingMode: 'user', width: { ideal: 640 }, height: { ideal: 480 } },
  audio: false,
};

async function requestStream(devices: MediaDevices): Promise<MediaStream> {
  try {
    return await devices.getUserMedia(wanted);
  } catch (fault) {
    if (errorName(fault) !== 'OverconstrainedError') throw fault;
    return devices.getUserMedia({ video: true, audio: false });
  }
}

function errorName(fault: unknown): string {
  return fault instanceof Error || fault instanceof DOMException ? fault.name : '';
}

/** Asks for the front camera; the browser may ask the person first. */
export async function openCamera(onLost: () => void): Promise<CameraAnswer> {
  if (!window.isSecureContext) return { kind: 'problem', problem: 'insecure' };
  const devices: MediaDevices | undefined = navigator.mediaDevices;
  if (typeof devices?.getUserMedia !== 'function') return { kind: 'problem', problem: 'unsupported' };
  try {
    return { kind: 'open', camera: holdCamera(await requestStream(devices), onLost) };
  } catch (fault) {
    return { kind: 'problem', problem: decideCameraProblem(errorName(fault)) };
  }
}

function holdCamera(stream: MediaStream, onLost: () => void): OpenCamera {
  const tracks = stream.getVideoTracks();
  for (const track of tracks) track.addEventListener('ended', onLost);
  return {
    stream,
    setActive: (active) => {
      for (const track of tracks) track.enabled = active;
    },
    close: () => {
      for (const track of tracks) {
        track.removeEventListener('ended', onLost);
        track.stop();
      }
    },
  };
}
