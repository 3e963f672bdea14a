/** Why a picture was not measured; nothing of it was decoded in full. */
export type ImageProblem =
  | 'not_an_image'
  | 'unsupported_format'
  | 'too_large'
  | 'too_many_pixels'
  | 'too_small'
  | 'too_many_scans'
  | 'animated'
  | 'damaged'
  | 'too_slow';
