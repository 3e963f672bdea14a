/** The package has no types of its own; its classes are those of onnxruntime-common, which it installs. */
declare module 'onnxruntime-node' {
  export { InferenceSession, Tensor } from 'onnxruntime-common';
}
