/**
 * Points of MediaPipe's canonical face model (Apache-2.0) that neither lips nor jaw move. In centimetres: x to the
 * person's left, y upwards, z towards the camera. Those in the middle as index, y and z.
 */
export const CANONICAL_MIDDLE: readonly (readonly [index: number, y: number, z: number])[] = [
  [10, 8.2618, 4.4815],
  [151, 6.5454, 5.0273],
  [9, 4.886, 5.3853],
  [168, 3.271, 5.236],
  [6, 2.4733, 5.7886],
  [197, 1.7284, 6.3168],
  [195, 1.0594, 6.7746],
  [5, 0.3657, 7.2429],
  [4, -0.4632, 7.5866],
];

/** Pairs of points: index on the person's right and left, then x, y and z of the left one. */
export const CANONICAL_PAIRS: readonly (readonly [
  right: number,
  left: number,
  x: number,
  y: number,
  z: number,
])[] = [
  [33, 263, 4.4459, 2.664, 3.1734],
  [133, 362, 1.8564, 2.5852, 3.7579],
  [127, 356, 7.7431, 2.365, -2.0052],
  [234, 454, 7.6642, 0.6731, -2.4359],
  [54, 284, 6.2793, 6.6154, 1.4259],
  [103, 332, 5.1332, 7.4856, 2.6604],
  [67, 297, 3.524, 8.006, 3.7292],
  [143, 372, 6.4076, 2.236, 1.5608],
  [116, 345, 6.4652, 0.9371, 1.6899],
  [117, 346, 5.2587, 0.9458, 2.9743],
  [118, 347, 4.4323, 0.7221, 3.5226],
  [101, 330, 3.3273, 0.1049, 4.1139],
  [129, 358, 1.7858, -0.9783, 4.8505],
  [71, 301, 6.3744, 4.7856, 1.5917],
  [162, 389, 7.5558, 4.1068, -0.9919],
];
