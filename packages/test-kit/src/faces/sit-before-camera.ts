import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FrameFor } from '../browser/responsive-camera.ts';
import type { PictureAnswer, PictureRequest } from './person-process.ts';
import type { PersonName } from './persons.ts';

type Waiting = { resolve(jpeg: Buffer): void; reject(error: Error): void };

/** One process draws the persons of this one, whose thread is left to the service and the test; it ends with it. */
class Studio {
  readonly #waiting = new Map<number, Waiting>();
  readonly #child: ChildProcess;
  #requests = 0;

  constructor() {
    const file = fileURLToPath(new URL('./person-process.ts', import.meta.url));
    this.#child = fork(file, { execArgv: [], serialization: 'advanced' });
    this.#child.on('message', (answer: PictureAnswer) => this.#onAnswer(answer));
    this.#child.on('exit', (code) => {
      for (const { reject } of this.#waiting.values()) reject(new Error(`the studio ended with ${code}`));
      this.#waiting.clear();
    });
    this.#child.unref();
    this.#child.channel?.unref();
  }

  #onAnswer(answer: PictureAnswer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if (this.#waiting.size === 0) this.#child.channel?.unref();
    if ('jpeg' in answer) waiting?.resolve(Buffer.from(answer.jpeg));
    else waiting?.reject(new Error(answer.problem));
  }

  draw(request: Omit<PictureRequest, 'id'>): Promise<Buffer> {
    this.#requests += 1;
    const id = this.#requests;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#child.channel?.ref();
      this.#child.send({ id, ...request });
    });
  }
}

let studio: Studio | undefined;
let sittings = 0;

/**
 * Has a person sit down before a camera and do what is asked; resolves with the first picture drawn, which takes some seconds in a new
 * process. Each take is another room, light, camera and way to move: a second session needs another one, because pictures are known again.
 */
export async function sitBeforeCamera(person: PersonName, take = 0): Promise<FrameFor> {
  studio ??= new Studio();
  const drawing = studio;
  sittings += 1;
  const sitting = sittings;
  const frameFor: FrameFor = (pose, msSinceAsked) =>
    drawing.draw({ sitting, person, take, pose, msSinceAsked });
  await frameFor('front', 0);
  return frameFor;
}
