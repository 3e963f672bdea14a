import type { signInTexts as original } from '../en/sign-in-texts.ts';
import type { TextsLike } from '../texts-like.ts';

/** Signing in, the lock, and confirming an act. */
export const signInTexts: TextsLike<typeof original> = {
  signInTitle: 'Entrar',
  signInIntro: 'Para equipes de lojas e operadores.',
  sessionEnded: 'Sua sessão terminou. Entre para continuar de onde estava.',
  signInWithPasskey: 'Entrar com chave de acesso',
  passkeyHint: 'Digital, rosto ou PIN deste dispositivo, ou sua chave de segurança.',
  noPasskeysHere: 'Este navegador não consegue usar chaves de acesso aqui. Use outra forma.',
  passkeyDismissed: 'A chave de acesso não foi usada. Tente de novo ou use outra forma.',
  otherWay: 'ou de outra forma',
  nameLabel: 'Nome',
  passwordLabel: 'Senha',
  codeLabel: 'Código de 6 dígitos',
  codeHint: 'Do seu aplicativo autenticador.',
  codeForm: 'Seis dígitos, como 123456.',
  signInWithPassword: 'Entrar com senha e código',
  signInButton: 'Entrar',
  useRecoveryCode: 'Usar um código de recuperação',
  recoveryTitle: 'Entrar com código de recuperação',
  recoveryIntro:
    'O código é gasto, suas outras sessões terminam e em seguida você adiciona uma nova chave de acesso ou senha.',
  recoveryCodeLabel: 'Código de recuperação',
  lockTitle: 'Bloqueado',
  lockText: 'Ficou um tempo sem uso, então a página guardou os dados. Você continua de onde estava.',
  lockName: 'Conectado como {name}',
  unlockWithPasskey: 'Desbloquear com chave de acesso',
  unlock: 'Desbloquear',
  signOut: 'Sair',
  stepUpTitle: 'Confirme que é você',
  stepUpText:
    'Esta ação pede isso quando a última vez foi há mais de 5 minutos. Depois ela continua sozinha.',
  confirmWithPasskey: 'Confirmar com chave de acesso',
  confirm: 'Confirmar',
  setupPageTitle: 'Ninguém opera este portal ainda',
  setupPageText: 'O primeiro operador é convidado na máquina que roda o serviço. Digite lá:',
  setupPageThen: 'O comando mostra um link que vale uma vez, por uma hora. Abra neste navegador.',
  nameForm: 'De 3 a 64 caracteres.',
  showPassword: 'Mostrar',
  hidePassword: 'Ocultar',
};
