import type { peopleTexts as english } from '../../en/operators/people-texts.ts';
import type { TextsLike } from '../../texts-like.ts';

/** The page of the people of the deployment, in Spanish. */
export const peopleTexts: TextsLike<typeof english> = {
  peopleIntro:
    'Todos los que entran en este portal, los más nuevos primero: operadores y el personal de cada organización, que gestionan sus administradores. Nadie que se verifica está aquí.',
  peopleSearch: 'Buscar por nombre',
  peopleOperators: 'Solo operadores',
  peopleNone: 'Nadie tiene este nombre',
  peopleNoneText: 'Prueba con una parte más corta del nombre.',
  personName: 'Nombre',
  personRoles: 'Forma parte de',
  personLast: 'Último acceso',
  personYou: 'tú',
  personLocked: 'sin acceso',
  personNever: 'nunca',
  personNothing: 'nada',
  personOff: 'desactivado',
  personSessions: { one: '{count} sesión', other: '{count} sesiones' },
  personEnd: 'Terminar todas las sesiones',
  personEndTitle: '¿Terminar todas las sesiones de {name}?',
  personEndText: 'Tiene que entrar de nuevo. Nada más cambia.',
  personEnded: 'Todas las sesiones de {name} terminaron.',
  personLock: 'Bloquear',
  personLockTitle: '¿Bloquear a {name}?',
  personLockText: 'Sale al momento y no entra en ningún sitio hasta que un operador la desbloquee.',
  personLockedDone: '{name} ya no puede entrar.',
  personUnlock: 'Desbloquear',
  personUnlockTitle: '¿Desbloquear a {name}?',
  personUnlockText: 'Puede entrar de nuevo, con los roles que tenía.',
  personUnlockedDone: '{name} puede entrar de nuevo.',
};
