import type { DecisionView } from '@titular/contract';
import type { TextKey, Translate } from '../../../i18n/texts.ts';

type ComparedFace = NonNullable<DecisionView['comparedFace']>;

const keyOf = ({ kind, isProven, source }: ComparedFace): TextKey => {
  if (kind === 'operator') return source === undefined ? 'comparedOperator' : 'comparedOperatorSource';
  return isProven ? 'comparedConfirmed' : 'comparedUnproven';
};

/** Says in one sentence which enrolled face was compared, and whether it is proven whose it is. */
export const comparedWords = (face: ComparedFace, t: Translate): string =>
  t(keyOf(face), { date: face.date, source: face.source ?? '' });
