import { useTexts } from '../../i18n/use-texts.ts';
import { readSession } from '../../session/read-session.ts';
import { EnrolForm } from '../enrolment/enrol-form.tsx';
import { ownEnrolment } from '../enrolment/own-enrolment.ts';
import { Door } from './door.tsx';

/** What a session that began with a recovery code sees until there is a new way to sign in. */
export function MustEnrol() {
  const t = useTexts();
  const enrolment = ownEnrolment(readSession);
  return (
    <Door title={t('mustEnrolTitle')} text={t('mustEnrolText')} isWide>
      <EnrolForm enrolment={enrolment} />
    </Door>
  );
}
