import { readFile } from 'node:fs/promises';
import { type Activation, type Blob, type Net, NetBuilder } from './runtime/net.ts';
import { readWeights, type WeightMap, type Weights } from './runtime/read-weights.ts';

/** Side of the picture that the net of landmarks takes. */
export const LANDMARK_SIDE = 112;
/** Side of the picture that the net of descriptors takes. */
export const DESCRIPTOR_SIDE = 150;

const RELU: Activation = { kind: 'relu' };
const LEAKY: Activation = { kind: 'leaky', slope: 0.10000000149011612 };

/** Weights of one of face-api's models, from its manifest. */
export const readFaceApiWeights = async (manifestPath: string): Promise<WeightMap> =>
  readWeights(manifestPath, JSON.parse(await readFile(manifestPath, 'utf8')));

/** face-api's tiny face detector for pictures of this side: five boxes of five numbers in each cell of the last blob. */
export function detectorNet(weights: WeightMap, side: number): Net {
  const net = new NetBuilder(`detector-${side}`, side);
  const separable = (input: Blob, name: string): Blob => {
    const each = net.convolve(input, weights(`${name}/depthwise_filter`), undefined, {
      edge: 1,
      isDepthwise: true,
    });
    return net.convolve(each, weights(`${name}/pointwise_filter`), weights(`${name}/bias`), {
      activation: LEAKY,
    });
  };
  let blob = net.convolve(net.input, weights('conv0/filters'), weights('conv0/bias'), { activation: LEAKY });
  for (const name of ['conv1', 'conv2', 'conv3', 'conv4', 'conv5'])
    blob = separable(net.pool('maximum', blob, 2, { edge: 'same' }), name);
  blob = net.pool('maximum', blob, 2, { stride: 1, edge: 'same' });
  return net.build([net.convolve(blob, weights('conv8/filters'), weights('conv8/bias'))]);
}

/** face-api's net of 68 landmarks: their places as parts of the picture's side, x and y one after another. */
export function landmarkNet(weights: WeightMap): Net {
  const net = new NetBuilder('landmarks', LANDMARK_SIDE);
  const separable = (input: Blob, name: string, stride: number): Blob => {
    const each = net.convolve(input, weights(`${name}/depthwise_filter`), undefined, {
      stride,
      edge: 'same',
      isDepthwise: true,
    });
    return net.convolve(each, weights(`${name}/pointwise_filter`), weights(`${name}/bias`));
  };
  const relu = (input: Blob): Blob => net.activate(input, RELU);
  let blob = net.input;
  for (const [index, block] of ['dense0', 'dense1', 'dense2', 'dense3'].entries()) {
    const first =
      index === 0
        ? net.convolve(blob, weights(`${block}/conv0/filters`), weights(`${block}/conv0/bias`), {
            stride: 2,
            edge: 'same',
            activation: RELU,
          })
        : relu(separable(blob, `${block}/conv0`, 2));
    // Each step of a dense block adds to the sum of all before, and goes on from what of it is positive.
    let sum = first;
    for (const step of ['conv1', 'conv2', 'conv3'])
      sum = net.sum(sum, separable(sum === first ? first : relu(sum), `${block}/${step}`, 1));
    blob = relu(sum);
  }
  const features = net.pool('average', blob, 7, { stride: 2 });
  return net.build([net.connect(features, weights('fc/weights'), weights('fc/bias'))]);
}

/** A convolution of dlib's net with the scale that follows it: (w x + b) s + c = (w s) x + (b s + c). */
function scaled(weights: WeightMap, name: string): { filters: Weights; bias: Weights } {
  const filters = weights(`${name}/conv/filters`);
  const [bias, scale, shift] = ['conv/bias', 'scale/weights', 'scale/biases'].map(
    (part) => weights(`${name}/${part}`).values,
  );
  if (!bias || !scale || !shift) throw new Error('a scaled convolution has four parts');
  const values = filters.values.slice();
  for (let at = 0; at < values.length; at += 1)
    values[at] = (values[at] as number) * (scale[at % scale.length] as number);
  return {
    filters: { shape: filters.shape, values },
    bias: {
      shape: [bias.length],
      values: bias.map((value, index) => value * (scale[index] ?? 0) + (shift[index] ?? 0)),
    },
  };
}

/** Residual blocks of dlib's net in their order; those that end in `down` halve the picture. */
const RESIDUALS = [
  ...['conv32_1', 'conv32_2', 'conv32_3'],
  ...['conv64_down', 'conv64_1', 'conv64_2', 'conv64_3'],
  ...['conv128_down', 'conv128_1', 'conv128_2'],
  ...['conv256_down', 'conv256_1', 'conv256_2', 'conv256_down_out'],
];

/** face-api's net of descriptors (dlib's residual net): 128 numbers. */
export function descriptorNet(weights: WeightMap): Net {
  const net = new NetBuilder('descriptor', DESCRIPTOR_SIDE);
  const convolve = (
    input: Blob,
    name: string,
    edge: 'same' | 'valid',
    stride: number,
    activation?: Activation,
  ) => {
    const { filters, bias } = scaled(weights, name);
    return net.convolve(input, filters, bias, { edge, stride, ...(activation ? { activation } : {}) });
  };
  const residual = (input: Blob, name: string): Blob => {
    const isDown = name.includes('down');
    const first = convolve(input, `${name}/conv1`, isDown ? 'valid' : 'same', isDown ? 2 : 1, RELU);
    const second = convolve(first, `${name}/conv2`, 'same', 1);
    if (!isDown) return net.activate(net.sum(second, input), RELU);
    const pooled = net.pool('average', input, 2);
    const [below, right] = [pooled.height - second.height, pooled.width - second.width];
    const kept = net.extend(pooled, { channels: second.channels - pooled.channels });
    return net.activate(net.sum(kept, net.extend(second, { below, right })), RELU);
  };
  const start = convolve(net.input, 'conv32_down', 'valid', 2, RELU);
  const blob = RESIDUALS.reduce(residual, net.pool('maximum', start, 3, { stride: 2 }));
  return net.build([net.connect(net.mean(blob), weights('fc'))]);
}
