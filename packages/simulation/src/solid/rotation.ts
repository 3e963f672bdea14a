/** A rotation as a 3 by 3 matrix, row after row. */
export type Rotation = Float64Array;

/**
 * Rotation of a head: roll first (positive leans right in the picture), then pitch (positive looks up), then yaw
 * (positive to the person's left, right in the picture). In degrees.
 */
export function rotationOf(yawDegrees: number, pitchDegrees: number, rollDegrees: number): Rotation {
  const [yaw, pitch, roll] = [yawDegrees, pitchDegrees, rollDegrees].map(
    (degrees) => (degrees * Math.PI) / 180,
  ) as [number, number, number];
  const [cy, sy, cp, sp, cr, sr] = [
    Math.cos(yaw),
    Math.sin(yaw),
    Math.cos(pitch),
    Math.sin(pitch),
    Math.cos(roll),
    Math.sin(roll),
  ];
  // Turn about y, times nod about x, times roll about z.
  return Float64Array.of(
    cy * cr + sy * sp * sr,
    cy * sr - sy * sp * cr,
    sy * cp,
    -cp * sr,
    cp * cr,
    sp,
    -sy * cr + cy * sp * sr,
    -sy * sr - cy * sp * cr,
    cy * cp,
  );
}

/** The point (x, y, z) rotated, written to `out` from `at`. */
export function rotateInto(
  r: Rotation,
  x: number,
  y: number,
  z: number,
  out: Float32Array | Float64Array,
  at = 0,
): void {
  out[at] = (r[0] as number) * x + (r[1] as number) * y + (r[2] as number) * z;
  out[at + 1] = (r[3] as number) * x + (r[4] as number) * y + (r[5] as number) * z;
  out[at + 2] = (r[6] as number) * x + (r[7] as number) * y + (r[8] as number) * z;
}
