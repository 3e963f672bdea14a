import type { BlobRanges } from './onnx.ts';

/** Least and most value of what lies between the layers of the descriptor net. */
const MEASURED: readonly [blob: string, least: number, most: number][] = [
  ['picture', -0.4815, 0.591],
  ['blob0', 0, 10.097],
  ['blob1', 0, 10.097],
  ['blob2', 0, 9.965],
  ['blob3', -9.111, 7.87],
  ['blob5', 0, 11.19],
  ['blob6', 0, 7.047],
  ['blob7', -11.924, 9.904],
  ['blob9', 0, 15.539],
  ['blob10', 0, 6.148],
  ['blob11', -9.188, 10.03],
  ['blob13', 0, 18.579],
  ['blob14', 0, 8.494],
  ['blob15', -6.482, 8.056],
  ['blob16', 0, 11.411],
  ['blob17', 0, 11.411],
  ['blob19', 0, 10.913],
  ['blob20', 0, 5.153],
  ['blob21', -4.781, 6.856],
  ['blob23', 0, 11.429],
  ['blob24', 0, 6.044],
  ['blob25', -6.338, 8.81],
  ['blob27', 0, 15.6],
  ['blob28', 0, 4.653],
  ['blob29', -5.601, 6.019],
  ['blob31', 0, 16.945],
  ['blob32', 0, 5.131],
  ['blob33', -3.793, 6.666],
  ['blob34', 0, 11.928],
  ['blob35', 0, 11.928],
  ['blob37', 0, 10.394],
  ['blob38', 0, 4.22],
  ['blob39', -4.461, 4.523],
  ['blob41', 0, 7.948],
  ['blob42', 0, 5.296],
  ['blob43', -5.447, 5.549],
  ['blob45', 0, 8.24],
  ['blob46', 0, 4.568],
  ['blob47', -5.442, 8.778],
  ['blob48', 0, 4.26],
  ['blob49', 0, 4.26],
  ['blob50', -5.442, 8.778],
  ['blob52', 0, 8.946],
  ['blob53', 0, 4.993],
  ['blob54', -5.708, 4.641],
  ['blob56', 0, 9.589],
  ['blob57', 0, 3.245],
  ['blob58', -2.933, 2.543],
  ['blob60', 0, 8.536],
  ['blob61', 0, 5.609],
  ['blob62', -3.37, 2.216],
  ['blob63', 0, 4.144],
  ['blob64', -3.37, 2.216],
];

/**
 * Ranges in which the descriptor net is computed in 8 bits, measured on ten of the twenty-one faces of face-api's group photographs, three
 * sizes each. `node scripts/choose-descriptor-ranges.ts` measures them again. On the other faces, n = 30: descriptors lie 0.046 from those
 * in floats (most 0.057), and the distances of 435 pairs move by 0.006 (most 0.023). A sum is rounded behind its activation; the last
 * layer stays in floats.
 */
export const DESCRIPTOR_RANGES: BlobRanges = new Map(
  MEASURED.map(([blob, least, most]) => [blob, { least, most }]),
);
