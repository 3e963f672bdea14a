import type { TextKey, Translate } from '../../../i18n/texts.ts';

/** Actors without a name of their own, and kinds of those that have one behind a colon. */
const WORDS: Readonly<Record<string, TextKey>> = {
  service: 'auditActorService',
  person: 'auditActorPerson',
  'command-line': 'auditActorCommand',
  'service-account': 'auditActorAccount',
  receiver: 'auditActorReceiver',
};

/** Who an actor of the audit log is; the actor as it stands where that is nobody of these, as an account of somebody who is gone. */
export function actorWords(t: Translate, actor: string): string {
  const [kind = '', ...rest] = actor.split(':');
  const key = WORDS[kind];
  return key === undefined ? actor : t(key, { name: rest.join(':') });
}
