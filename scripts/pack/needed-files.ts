/** Files that no program reads: types, maps, texts about the package other than its licence, and sources that were compiled. */
const FOR_READERS =
  /(?:\.(?:(?:test|spec)\.[cm]?js|d\.[cm]?ts|[cm]?ts|map|flow|tsbuildinfo|md|markdown|html)|(?:^|\/)\.[^/]+)$/i;

/** What packages carry to be tested and looked at. */
const FOR_AUTHORS = /^(?:tests?|__tests__|examples?|benchmarks?|coverage|perf)\//;

const LICENCE = /(?:^|\/)(?:licen[cs]e|notice|copying)[^/]*$/i;

/** Whether a file of a package tells under which terms it may be passed on. */
export const isLicence = (path: string): boolean => LICENCE.test(path);

/** Of packages that carry more than is used of them: the files that are read. */
const READ: Readonly<Record<string, RegExp>> = {
  '@mediapipe/face_mesh':
    /^(?:package\.json|face_mesh\.js|face_mesh_solution_packed_assets(?:\.data|_loader\.js))$/,
  '@opentelemetry/semantic-conventions': /^(?!dist\/(?:experimental_|index-incubating))/,
  '@tensorflow/tfjs-backend-wasm': /^(?:package\.json|dist\/tfjs-backend-wasm[a-z-]*\.wasm)$/,
  '@vladmandic/face-api':
    /^(?:package\.json|dist\/face-api(?:\.node)?\.js|demo\/sample\d\.jpg|model\/(?:face_landmark_68|face_recognition|tiny_face_detector)_model.*)$/,
  fastify: /^(?!docs\/|test\/|examples\/|integration\/)/,
  fontkit: /^(?!dist\/browser|src\/)/,
  pdfkit: /^(?:package\.json|js\/(?!.*(?:standalone|browser|\.old\.)).*)$/,
  'onnxruntime-node': new RegExp(
    `^(?:package\\.json|dist/.*|bin/napi-v\\d+/${process.platform}/${process.arch}/.*)$`,
  ),
};

/** Whether a file of an installed package goes into what is shipped, and stays in an installation that only runs. */
export function isNeeded(name: string, path: string): boolean {
  if (isLicence(path)) return true;
  return !FOR_READERS.test(path) && !FOR_AUTHORS.test(path) && (READ[name]?.test(path) ?? true);
}
