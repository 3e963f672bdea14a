import type { peopleTexts as english } from '../../en/operators/people-texts.ts';
import type { TextsLike } from '../../texts-like.ts';

/** The page of the people of the deployment, in Portuguese. */
export const peopleTexts: TextsLike<typeof english> = {
  peopleIntro:
    'Todos que entram neste portal, os mais novos primeiro: operadores e a equipe de cada organização, que os administradores dela gerenciam. Ninguém que é verificado está aqui.',
  peopleSearch: 'Buscar por nome',
  peopleOperators: 'Só operadores',
  peopleNone: 'Ninguém tem este nome',
  peopleNoneText: 'Tente uma parte menor do nome.',
  personName: 'Nome',
  personRoles: 'Faz parte de',
  personLast: 'Último acesso',
  personYou: 'você',
  personLocked: 'sem acesso',
  personNever: 'nunca',
  personNothing: 'nada',
  personOff: 'desativado',
  personSessions: { one: '{count} sessão', other: '{count} sessões' },
  personEnd: 'Encerrar todas as sessões',
  personEndTitle: 'Encerrar todas as sessões de {name}?',
  personEndText: 'É preciso entrar de novo. Nada mais muda.',
  personEnded: 'Todas as sessões de {name} terminaram.',
  personLock: 'Bloquear',
  personLockTitle: 'Bloquear {name}?',
  personLockText: 'A pessoa sai na hora e não entra em lugar nenhum até um operador desbloquear.',
  personLockedDone: '{name} não pode mais entrar.',
  personUnlock: 'Desbloquear',
  personUnlockTitle: 'Desbloquear {name}?',
  personUnlockText: 'Pode entrar de novo, com os perfis que tinha.',
  personUnlockedDone: '{name} pode entrar de novo.',
};
