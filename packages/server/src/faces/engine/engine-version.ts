/** Names the models and the way they are used; descriptors of different versions must not be compared. Both runtimes give those of this one. */
export const ENGINE_VERSION = 'face-api-1.7.15/tiny-400/1';
