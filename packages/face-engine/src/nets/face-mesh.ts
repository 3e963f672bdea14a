/** Points of the face mesh (MediaPipe canonical face model). */
export const MESH_POINTS = 468;

/** Points of a face: x, y and z one after another, in pixels of the measured picture, z growing away from the camera. `score` from 0 to 1 says how sure the net is that this is a face. */
export type FaceMesh = { points: Float32Array; score: number };
