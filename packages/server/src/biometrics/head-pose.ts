/** How a head is held: `pitchDegrees` positive when the person looks up; `mouthGap` between the inner lips and `jawDrop` from nose tip to chin, both in distances of the outer eye corners. */
export type HeadPose = { pitchDegrees: number; mouthGap: number; jawDrop: number };
