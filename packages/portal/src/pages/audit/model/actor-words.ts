import { hasIdForm } from '@titular/contract/id-pattern';
import type { TextKey, Translate } from '../../../i18n/texts.ts';

/** Actors without a name of their own, and kinds of those that have one behind a colon. */
const WORDS: Readonly<Record<string, TextKey>> = {
  service: 'auditActorService',
  person: 'auditActorPerson',
  portal: 'auditActorPortal',
  sandbox: 'auditActorSandbox',
  'command-line': 'auditActorCommand',
  'service-account': 'auditActorAccount',
  receiver: 'auditActorReceiver',
};

/** The end of an id, which is random; ids made in the same minute begin alike. */
const shortened = (name: string): string => (hasIdForm(name) ? `…${name.slice(-12)}` : name);

/** The words of an actor's kind, and its name behind the colon. */
function partsOf(actor: string): { key: TextKey | undefined; name: string } {
  const [kind = '', ...rest] = actor.split(':');
  return { key: Object.hasOwn(WORDS, kind) ? WORDS[kind] : undefined, name: rest.join(':') };
}

/** Who an actor of the audit log is; the actor as it stands where that is nobody of these, as an account of somebody who is gone. */
export function actorWords(t: Translate, actor: string): string {
  const { key, name } = partsOf(actor);
  return key === undefined ? actor : t(key, { name: shortened(name) });
}

/** Whether words leave something out of what stands in the log, so that it is shown beside them. */
export function isShortened(actor: string): boolean {
  const { key, name } = partsOf(actor);
  return key !== undefined && hasIdForm(name);
}
