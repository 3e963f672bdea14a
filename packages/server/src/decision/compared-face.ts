import type { ComparedFace } from '@titular/contract';
import type { ReferenceOrigin } from './decision.ts';

/** The enrolled face that was compared, as a decision kept it; nothing where it kept none. */
export function comparedFace({ reference }: { reference?: ReferenceOrigin | undefined }): {
  comparedFace?: ComparedFace;
} {
  if (!reference) return {};
  const { source, ...told } = reference;
  return { comparedFace: { ...told, ...(source === null ? {} : { source }) } };
}
