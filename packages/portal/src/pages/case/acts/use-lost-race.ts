import { useEffect, useState } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import { isRefusal } from '../../../service/failures.ts';
import type { OpenCase } from '../model/case-model.ts';
import { readAgain } from '../model/use-case.ts';

/** The sentence for an act that came too late: reads the case again, and says how it stands now. Undefined for any other end. */
export function useLostRace(failure: unknown, open: OpenCase): string | undefined {
  const t = useTexts();
  const [isRead, setRead] = useState(false);
  const isLost = isRefusal(failure, '40046', '40050', '40051');
  const { subject, caseStatus } = open;
  useEffect(() => {
    if (!isLost) return setRead(false);
    void readAgain(subject).then(() => setRead(true));
  }, [isLost, subject]);
  return isLost && isRead ? t('lostRace', { status: t(`status_${caseStatus}`) }) : undefined;
}
