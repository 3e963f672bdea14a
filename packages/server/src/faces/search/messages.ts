/** Faces for a thread, side by side: ids, keyed hashes of identities, and descriptors. */
export type PackedFaces = { ids: Uint8Array; hashes: Uint8Array; descriptors: Float32Array };

/** A face that was found, with its Euclidean distance. */
export type NearestFace = { distance: number; id: Uint8Array };

/** What a search found: the nearest face, and the ids of all that lie within the reach asked for, so many at most. */
export type FoundFaces = { nearest: NearestFace | undefined; within: readonly Uint8Array[] };

/** Faces within reach that a search tells of at most; who has so many is that of very many identities. */
export const MAX_WITHIN = 1_000;

/** What a thread is asked; in the order in which it is sent. */
export type ThreadRequest =
  | { kind: 'open'; gallery: number }
  | { kind: 'drop'; gallery: number }
  | { kind: 'change'; gallery: number; request: number; put: PackedFaces; removed: Uint8Array }
  | {
      kind: 'search';
      gallery: number;
      request: number;
      descriptor: Float32Array;
      except: Uint8Array[];
      reach: number | undefined;
    }
  | { kind: 'end' };

/** How many faces of a gallery a thread holds, in how many bytes. */
export type ShardSize = { faces: number; bytes: number };

/** What a thread answers. */
export type ThreadAnswer =
  | { kind: 'changed'; request: number; size: ShardSize }
  | { kind: 'searched'; request: number; found: FoundFaces }
  | { kind: 'lost'; request: number }
  | { kind: 'broken'; request: number; message: string };
