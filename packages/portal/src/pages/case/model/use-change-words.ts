import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import type { OpenCase } from './case-model.ts';
import { findChange } from './changes.ts';

/** The sentence about the last change of an open case, for readers; empty until something changes. */
export function useChangeWords(open: OpenCase): string {
  const t = useTexts();
  const before = useRef<OpenCase>(undefined);
  const [words, setWords] = useState('');
  useEffect(() => {
    const change = findChange(before.current, open);
    before.current = open;
    if (change?.kind === 'caseStatus') {
      const { caseStatus } = change;
      setWords(t('statusChanged', { status: t(`status_${caseStatus}`), why: t(`status_${caseStatus}_why`) }));
    }
    if (change?.kind === 'delivery') setWords(t('deliveryChanged', { state: t(`delivery_${change.state}`) }));
  }, [open, t]);
  return words;
}
