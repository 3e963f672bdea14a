/** Faces for a thread, side by side: ids, keyed hashes of identities, and descriptors. */
export type PackedFaces = { ids: Uint8Array; hashes: Uint8Array; descriptors: Float32Array };

/** What a thread is asked; in the order in which it is sent. */
export type ThreadRequest =
  | { kind: 'open'; gallery: number }
  | { kind: 'drop'; gallery: number }
  | { kind: 'change'; gallery: number; request: number; put: PackedFaces; removed: Uint8Array }
  | { kind: 'search'; gallery: number; request: number; descriptor: Float32Array; except: Uint8Array[] }
  | { kind: 'end' };

/** How many faces of a gallery a thread holds, in how many bytes. */
export type ShardSize = { faces: number; bytes: number };

/** What a thread answers. */
export type ThreadAnswer =
  | { kind: 'changed'; request: number; size: ShardSize }
  | { kind: 'searched'; request: number; nearest: { distance: number; id: Uint8Array } | undefined }
  | { kind: 'lost'; request: number }
  | { kind: 'broken'; request: number; message: string };
