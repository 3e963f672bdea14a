import type { enrolmentTexts as original } from '../en/enrolment-texts.ts';
import type { TextsLike } from '../texts-like.ts';

/** Taking an invitation and adding ways to sign in. */
export const enrolmentTexts: TextsLike<typeof original> = {
  operatorInvitationTitle: 'Conviértete en operador de esta instalación',
  memberInvitationTitle: 'Únete al equipo de {tenant}',
  resetTitle: 'Recupera tu acceso',
  invitationUntil: 'Este enlace vale una vez, hasta {time}.',
  linkCodeMissing: 'A esta dirección le falta el código del enlace. Ábrelo de nuevo tal como lo recibiste.',
  toSignIn: 'Ir a iniciar sesión',
  yourName: 'Tu nombre',
  yourNameHint: 'Cómo te ven tus colegas y el nombre con el que entras. De 3 a 64 caracteres.',
  howToSignIn: '¿Cómo vas a entrar?',
  wayPasskey: 'Llave de acceso',
  wayPasskeyHint: 'Recomendado. Nada que escribir, y los sitios falsos no pueden robarla.',
  wayPassword: 'Contraseña y aplicación',
  wayPasswordHint: 'Una contraseña larga y un código de la aplicación de autenticación cada vez.',
  passkeyNameLabel: 'Nombre de la llave de acceso',
  passkeyNameHint: 'Para reconocerla después, como «portátil del trabajo».',
  createPasskey: 'Crear la llave de acceso',
  newPasswordLabel: 'Nueva contraseña',
  newPasswordHint:
    'Al menos 15 caracteres. Cuatro o cinco palabras sin relación funcionan bien; puedes pegarla de un gestor de contraseñas.',
  passwordForm: 'Al menos 15 caracteres.',
  totpStart: 'Configurar la aplicación',
  totpScan: 'Escanea este código con tu aplicación de autenticación.',
  totpQr: 'Código QR para la aplicación de autenticación',
  totpKey: 'O escribe esta clave en la aplicación:',
  totpThen: 'Luego escribe los 6 dígitos que muestra.',
  setPassword: 'Establecer contraseña',
  recoveryCodesTitle: 'Tus códigos de recuperación',
  recoveryCodesText:
    'Cada uno te deja entrar una vez si pierdes tu dispositivo. Se muestran solo ahora: imprímelos o guárdalos en un gestor de contraseñas.',
  copyCodes: 'Copiar todos',
  codesKept: 'Guardé los códigos en un lugar seguro',
  toPortal: 'Ir al portal',
  mustEnrolTitle: 'Agrega una nueva forma de entrar',
  mustEnrolText:
    'Entraste con un código de recuperación. Agrega una llave de acceso o una contraseña para continuar.',
  linkInvalidTitle: 'Este enlace no funciona',
};
