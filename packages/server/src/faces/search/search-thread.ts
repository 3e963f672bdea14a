import { parentPort } from 'node:worker_threads';
import { DotKernel } from './dot-kernel.ts';
import { HASH_BYTES } from './face-chunk.ts';
import { FaceIndex } from './face-index.ts';
import type { PackedFaces, ThreadAnswer, ThreadRequest } from './messages.ts';
import { ID_BYTES } from './template-table.ts';

type Question = Extract<ThreadRequest, { kind: 'change' | 'search' }>;

const kernel = new DotKernel();
const galleries = new Map<number, FaceIndex>();

function putAll(index: FaceIndex, { ids, hashes, descriptors }: PackedFaces): void {
  const count = ids.length / ID_BYTES;
  const numbers = descriptors.length / count;
  for (let face = 0; face < count; face += 1)
    index.put(
      ids.subarray(face * ID_BYTES, (face + 1) * ID_BYTES),
      hashes.subarray(face * HASH_BYTES, (face + 1) * HASH_BYTES),
      descriptors.subarray(face * numbers, (face + 1) * numbers),
    );
  descriptors.fill(0);
}

function drop(gallery: number): void {
  galleries.get(gallery)?.clear();
  galleries.delete(gallery);
}

function end(): void {
  for (const gallery of galleries.keys()) drop(gallery);
  parentPort?.close();
}

function answer(asked: Question): ThreadAnswer {
  const index = galleries.get(asked.gallery);
  if (!index) return { kind: 'lost', request: asked.request };
  if (asked.kind === 'search') {
    const found = index.search(asked.descriptor, asked.except, asked.reach);
    asked.descriptor.fill(0);
    return { kind: 'searched', request: asked.request, found };
  }
  for (let at = 0; at < asked.removed.length; at += ID_BYTES)
    index.remove(asked.removed.subarray(at, at + ID_BYTES));
  putAll(index, asked.put);
  return { kind: 'changed', request: asked.request, size: { faces: index.size, bytes: index.bytes } };
}

parentPort?.on('message', (asked: ThreadRequest) => {
  if (asked.kind === 'end') return end();
  if (asked.kind === 'drop') return drop(asked.gallery);
  if (asked.kind === 'open') {
    galleries.set(asked.gallery, new FaceIndex(kernel));
    return;
  }
  try {
    parentPort?.postMessage(answer(asked));
  } catch (error) {
    const broken: ThreadAnswer = { kind: 'broken', request: asked.request, message: String(error) };
    parentPort?.postMessage(broken);
  }
});
