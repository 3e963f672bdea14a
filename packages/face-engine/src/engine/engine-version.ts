/** Names the models and the way they are used; descriptors of different versions must not be compared. Both runtimes give those of this one. */
export const ENGINE_VERSION = 'face-api-1.7.15/tiny-400/1';

/** How descriptors are computed: in floats, or in 8 bits, which takes a third of the time and gives others. */
export type DescriptorPrecision = 'float32' | 'int8';

/** The version whose descriptors an engine of each precision gives. */
export const ENGINE_VERSIONS: Readonly<Record<DescriptorPrecision, string>> = {
  float32: ENGINE_VERSION,
  int8: 'face-api-1.7.15/tiny-400/int8/1',
};
