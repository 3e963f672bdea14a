/** What an acting camera is told: its name, the binding that gives its pictures, as JPEG in base64, and its rate where the browser needs one. */
export type CameraRole = { binding: string; deviceId: string; label: string; frameRate?: number };

type Settings = Record<'width' | 'height' | 'frameRate' | 'zoom', number>;
type NextFrame = (pose: string, msSinceAsked: number) => Promise<string>;

/**
 * Runs in the page: an ordinary front camera whose pictures are those that the binding gives for the pose that the page asks for. It
 * follows constraints as a phone's camera does: size and rate fall back to those it opened with, zoom stays. Its source is sent as text,
 * so that nothing outside the class can be used in it.
 */
export class ActingCamera {
  readonly #role: CameraRole;
  readonly #opened: Settings = { width: 640, height: 480, frameRate: 24, zoom: 1 };
  readonly #most: Settings = { width: 1280, height: 960, frameRate: 30, zoom: 4 };
  /** Pictures a second that come at most, as in the dark: the page sends six, and each costs as much as it does to send one. */
  readonly #drawn: number;
  readonly #grain = document.createElement('canvas');
  readonly #asked = { pose: 'front', since: Date.now() };

  constructor(role: CameraRole) {
    this.#role = role;
    const { frameRate } = role;
    this.#drawn = frameRate ?? 10;
    if (frameRate === undefined) return;
    Object.assign(this.#opened, { frameRate });
    Object.assign(this.#most, { frameRate });
  }

  /** Takes the place of the browser's own cameras; a page without access to any is left as it is. */
  install(): void {
    const { mediaDevices } = navigator;
    if (!mediaDevices) return;
    const { deviceId, label } = this.#role;
    mediaDevices.getUserMedia = async (requested) => {
      const { featurePolicy } = document as { featurePolicy?: { allowsFeature(name: string): boolean } };
      if (featurePolicy?.allowsFeature('camera') === false)
        throw new DOMException('the page around this one does not allow it', 'NotAllowedError');
      const opening = typeof requested?.video === 'object' ? requested.video : {};
      const device = opening.deviceId as ConstrainDOMStringParameters | undefined;
      if (device?.exact !== undefined && device.exact !== deviceId)
        throw new OverconstrainedError('deviceId', 'there is no such camera');
      return this.#open(opening);
    };
    const listed = { kind: 'videoinput', groupId: '', deviceId, label } as const;
    mediaDevices.enumerateDevices = async () => [{ ...listed, toJSON: () => listed }];
  }

  // A sensor never gives the same picture twice: up to two levels of noise lie on whatever was rendered.
  #paintGrain(): void {
    if (this.#grain.width === 1600) return;
    Object.assign(this.#grain, { width: 1600, height: 1200 });
    const context = this.#grain.getContext('2d');
    const noise = context?.createImageData(1600, 1200);
    if (!context || !noise) throw new Error('the browser has no canvas');
    for (let at = 0; at < noise.data.length; at += 4) {
      noise.data.fill(Math.random() < 0.5 ? 0 : 255, at, at + 3);
      noise.data[at + 3] = Math.round(Math.random() * 4);
    }
    context.putImageData(noise, 0, 0);
  }

  #readAsked(): { pose: string; msSinceAsked: number } {
    const pose = document.querySelector('[data-screen="camera"]')?.getAttribute('data-pose') ?? 'front';
    if (pose !== this.#asked.pose) Object.assign(this.#asked, { pose, since: Date.now() });
    return { pose, msSinceAsked: Date.now() - this.#asked.since };
  }

  #settle(name: keyof Settings, requested: unknown, otherwise: number): number {
    const range = (
      typeof requested === 'number' ? { ideal: requested } : (requested ?? {})
    ) as ConstrainDoubleRange;
    const { exact, ideal, min = 1, max = this.#most[name] } = range;
    if ((exact ?? min) > this.#most[name] || (exact ?? max) < 1)
      throw new OverconstrainedError(name, 'the camera cannot');
    return Math.min(this.#most[name], max, Math.max(1, min, exact ?? ideal ?? otherwise));
  }

  #follow(constraints: MediaTrackConstraints, zoom: number): Settings {
    const all = Object.assign({}, constraints, ...(constraints.advanced ?? [])) as Record<string, unknown>;
    return {
      width: Math.round(this.#settle('width', all['width'], this.#opened.width)),
      height: Math.round(this.#settle('height', all['height'], this.#opened.height)),
      frameRate: this.#settle('frameRate', all['frameRate'], this.#opened.frameRate),
      zoom: this.#settle('zoom', all['zoom'], zoom),
    };
  }

  #open(opening: MediaTrackConstraints): MediaStream {
    this.#paintGrain();
    const canvas = document.createElement('canvas');
    const state = { settings: this.#follow(opening, this.#opened.zoom), constraints: opening };
    // WebKitGTK stops after two pictures where no rate is named.
    const stream = canvas.captureStream(this.#role.frameRate);
    const [track] = stream.getVideoTracks();
    const context = canvas.getContext('2d', { alpha: false });
    if (!track || !context) throw new Error('the browser makes no picture of a canvas');
    this.#answerFor(track, state);
    const picture: { now: ImageBitmap | undefined } = { now: undefined };
    const show = () => {
      if (track.readyState !== 'live') return;
      setTimeout(show, 1000 / Math.min(this.#drawn, state.settings.frameRate));
      if (picture.now) this.#draw(context, picture.now, state.settings);
    };
    show();
    void this.#receive(track, picture);
    return stream;
  }

  #answerFor(track: MediaStreamTrack, state: { settings: Settings; constraints: MediaTrackConstraints }) {
    const { deviceId, label } = this.#role;
    const device = { deviceId, groupId: '' };
    const ranges = Object.entries(this.#most).map(([name, max]) => [name, { min: 1, max }]);
    Object.defineProperty(track, 'label', { value: label });
    track.getConstraints = () => state.constraints;
    track.getCapabilities = () => ({ ...device, ...Object.fromEntries(ranges), facingMode: ['user'] });
    track.getSettings = () => ({ ...device, ...state.settings, facingMode: 'user' });
    track.applyConstraints = async (requested = {}) => {
      const settings = this.#follow(requested, state.settings.zoom);
      // As long as a sensor takes to change its mode.
      await new Promise((resolve) => setTimeout(resolve, 60));
      Object.assign(state, { constraints: requested, settings });
    };
  }

  #draw(context: CanvasRenderingContext2D, picture: ImageBitmap, { width, height, zoom }: Settings): void {
    const { canvas } = context;
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    const scale = zoom * Math.max(width / picture.width, height / picture.height);
    const [wide, high] = [picture.width * scale, picture.height * scale];
    context.drawImage(picture, (width - wide) / 2, (height - high) / 2, wide, high);
    const at = (room: number) => -Math.floor(Math.random() * room);
    context.drawImage(this.#grain, at(this.#grain.width - width), at(this.#grain.height - height));
  }

  async #receive(track: MediaStreamTrack, picture: { now: ImageBitmap | undefined }): Promise<void> {
    const nextFrame = (window as unknown as Record<string, NextFrame>)[this.#role.binding];
    while (nextFrame && track.readyState === 'live') {
      const { pose, msSinceAsked } = this.#readAsked();
      const jpeg = atob(await nextFrame(pose, msSinceAsked));
      const bytes = new Uint8Array(jpeg.length);
      for (let at = 0; at < jpeg.length; at += 1) bytes[at] = jpeg.charCodeAt(at);
      const next = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }));
      picture.now?.close();
      picture.now = next;
      // Leaves the thread to the page between two pictures, of which it sends six a second.
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
  }
}
