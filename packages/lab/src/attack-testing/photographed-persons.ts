import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FaceEngine } from '@titular/face-engine';
import { OperatorRefusal } from '@titular/server/audit/index.ts';
import { BYSTANDERS, groupPhotograph } from '@titular/simulation/attacks/bystanders.ts';
import type { Picture } from '@titular/simulation/picture.ts';
import sharp from 'sharp';
import {
  type PictureDirectory,
  readBelow,
  readLabelledPictures,
} from '../calibration/read-labelled-pictures.ts';

/** A photograph of one person: the whole picture, or the surroundings of one face in it. */
export type PersonPhotograph = {
  label: string;
  read(): Promise<Buffer>;
  face?: { x: number; y: number; width: number; height: number };
};

/** A person by name, and every photograph of them. */
export type PhotographedPerson = { name: string; photographs: readonly PersonPhotograph[] };

/** A photograph whose face was measured: the 468 points of the mesh in its pixels, x, y and z one after another. */
export type MeasuredPhotograph = { label: string; picture: Picture; points: Float32Array; yaw: number };

const MAX_PICTURE_BYTES = 32 * 1024 * 1024;

/** Longer side to which photographs are brought: two and a half times what the page sends. */
const MAX_SIDE = 1600;

/** Of a face's box what is taken to each side, in widths and heights of the box. */
const AROUND = 1.3;

/** Farther than this an attacker does not take a face for facing the camera; in yaw of the nose tip between the eyes. */
const FACING_YAW = 0.25;

/** The faces of the group photographs that ship with the face-api package, each as a person of their own; some are of the same women. */
export const bystanders = (): PhotographedPerson[] =>
  BYSTANDERS.map(([file, x, y, width, height], index) => {
    const name = `${file.replace('.jpg', '')}-${index + 1}`;
    const read = (): Promise<Buffer> => readFile(groupPhotograph(file));
    return { name, photographs: [{ label: name, read, face: { x, y, width, height } }] };
  });

/** The persons of a directory with a folder for each, or with pairs.csv, as for calibration. */
export async function personsIn(directory: PictureDirectory): Promise<PhotographedPerson[]> {
  const { paths, persons, personCount } = await readLabelledPictures(directory);
  return Array.from({ length: personCount }, (_, person) => {
    const own = paths.filter((_path, index) => persons[index] === person);
    const photographs = own.map((path): PersonPhotograph => {
      const read = async (): Promise<Buffer> => {
        const found = await readBelow(directory, path, MAX_PICTURE_BYTES);
        if (found.kind === 'read') return found.bytes;
        throw new OperatorRefusal('invalid', `${path} cannot be read: ${found.reason}.`);
      };
      return { label: path, read };
    });
    return { name: own[0]?.split('/')[0] ?? String(person), photographs };
  });
}

async function cutOut({ read, face }: PersonPhotograph): Promise<{ picture: Picture; digest: string }> {
  const bytes = await read();
  const upright = sharp(bytes).autoOrient().flatten({ background: '#ffffff' }).toColourspace('srgb');
  const { width, height } = (await sharp(bytes).metadata()).autoOrient;
  const cut = face && {
    left: Math.max(0, Math.round(face.x - AROUND * face.width)),
    top: Math.max(0, Math.round(face.y - AROUND * face.height)),
  };
  const part =
    face && cut
      ? upright.extract({
          ...cut,
          width: Math.min(width - cut.left, Math.round(face.width * (1 + 2 * AROUND))),
          height: Math.min(height - cut.top, Math.round(face.height * (1 + 2 * AROUND))),
        })
      : upright;
  const { data, info } = await part
    .resize(MAX_SIDE, MAX_SIDE, { fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const digest = createHash('sha256').update(bytes).digest('hex');
  return { picture: { width: info.width, height: info.height, pixels: data }, digest };
}

/** Measures one photograph; undefined where no one face faces the camera, or its mesh does not fit. */
async function measure(
  analyse: FaceEngine['analyse'],
  photograph: PersonPhotograph,
): Promise<(MeasuredPhotograph & { digest: string }) | undefined> {
  const { picture, digest } = await cutOut(photograph);
  const { width, height, pixels } = picture;
  const jpeg = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 92 })
    .toBuffer();
  const analysis = await analyse(jpeg, { yaw: { least: 1, most: -1 } });
  if (analysis.kind === 'refused' || !analysis.face?.mesh) return undefined;
  const { mesh, yaw } = analysis.face;
  if (Math.abs(yaw) > FACING_YAW) return undefined;
  const scale = width / analysis.width;
  return { label: photograph.label, picture, points: mesh.points.map((at) => at * scale), yaw, digest };
}

/** Persons whose photographs can be attacked with; `left_out` are photographs without one face that faces the camera. */
export type MeasuredPersons = {
  persons: readonly { name: string; photographs: readonly MeasuredPhotograph[] }[];
  leftOut: readonly string[];
  /** SHA-256 of the list of labels and digests of the photographs. */
  digest: string;
};

/** Measures the photographs of all persons with an engine; one after another. */
export async function measurePersons(
  analyse: FaceEngine['analyse'],
  persons: readonly PhotographedPerson[],
  stopping: AbortSignal,
): Promise<MeasuredPersons> {
  const hash = createHash('sha256');
  const leftOut: string[] = [];
  const measured: { name: string; photographs: MeasuredPhotograph[] }[] = [];
  for (const { name, photographs } of persons) {
    const own: MeasuredPhotograph[] = [];
    for (const photograph of photographs) {
      stopping.throwIfAborted();
      const found = await measure(analyse, photograph);
      if (!found) {
        leftOut.push(photograph.label);
        continue;
      }
      hash.update(`${found.digest}  ${found.label}\n`);
      own.push(found);
    }
    if (own.length > 0) measured.push({ name, photographs: own });
  }
  if (measured.length < 2)
    throw new OperatorRefusal(
      'invalid',
      'Photographs of at least two persons are needed in which one face faces the camera.',
    );
  return { persons: measured, leftOut, digest: hash.digest('hex') };
}
