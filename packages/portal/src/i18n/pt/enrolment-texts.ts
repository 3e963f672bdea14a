import type { enrolmentTexts as original } from '../en/enrolment-texts.ts';
import type { TextsLike } from '../texts-like.ts';

/** Taking an invitation and adding ways to sign in. */
export const enrolmentTexts: TextsLike<typeof original> = {
  operatorInvitationTitle: 'Torne-se operador desta instalação',
  memberInvitationTitle: 'Entre na equipe de {tenant}',
  resetTitle: 'Recupere seu acesso',
  invitationUntil: 'Este link vale uma vez, até {time}.',
  linkCodeMissing: 'Falta o código do link neste endereço. Abra o link de novo como você recebeu.',
  toSignIn: 'Ir para a entrada',
  yourName: 'Seu nome',
  yourNameHint: 'Como os colegas veem você e o nome que usa para entrar. De 3 a 64 caracteres.',
  howToSignIn: 'Como você vai entrar?',
  wayPasskey: 'Chave de acesso',
  wayPasskeyHint: 'Recomendado. Nada para digitar, e sites falsos não conseguem roubá-la.',
  wayPassword: 'Senha e aplicativo',
  wayPasswordHint: 'Uma senha longa e um código do aplicativo autenticador a cada vez.',
  passkeyNameLabel: 'Nome da chave de acesso',
  passkeyNameHint: 'Para reconhecer depois, como “notebook do trabalho”.',
  createPasskey: 'Criar a chave de acesso',
  newPasswordLabel: 'Nova senha',
  newPasswordHint:
    'Pelo menos 15 caracteres. Quatro ou cinco palavras sem relação funcionam bem; pode colar do gerenciador de senhas.',
  passwordForm: 'Pelo menos 15 caracteres.',
  totpStart: 'Configurar o aplicativo',
  totpScan: 'Leia este código com seu aplicativo autenticador.',
  totpQr: 'Código QR para o aplicativo autenticador',
  totpKey: 'Ou digite esta chave no aplicativo:',
  totpThen: 'Depois digite os 6 dígitos que ele mostra.',
  setPassword: 'Definir senha',
  recoveryCodesTitle: 'Seus códigos de recuperação',
  recoveryCodesText:
    'Cada um deixa você entrar uma vez se perder o dispositivo. São mostrados só agora: imprima ou guarde em um gerenciador de senhas.',
  copyCodes: 'Copiar todos',
  codesKept: 'Guardei os códigos em lugar seguro',
  toPortal: 'Ir para o portal',
  mustEnrolTitle: 'Adicione uma nova forma de entrar',
  mustEnrolText:
    'Você entrou com um código de recuperação. Adicione uma chave de acesso ou uma senha para continuar.',
  linkInvalidTitle: 'Este link não funciona',
};
