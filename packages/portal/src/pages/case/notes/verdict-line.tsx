import { useTexts } from '../../../i18n/use-texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Time } from '../../../ui/time.tsx';
import type { OpenCase } from '../model/case-model.ts';
import { authorWords, standingVerdict, verdictTones } from './note-words.ts';

/** The verdict of the staff that stands beside the status, if any. */
export function VerdictLine({ open }: { open: OpenCase }) {
  const t = useTexts();
  const note = standingVerdict(open.notes ?? []);
  if (!note?.verdict) return null;
  const verdict = t(`verdict_${note.verdict}`);
  return (
    <p className="verdict-line">
      <Badge tone={verdictTones[note.verdict]}>{t('verdictStands', { verdict })}</Badge>{' '}
      <span className="hint">
        {authorWords(note, t)}, <Time at={note.at} />
      </span>
    </p>
  );
}
