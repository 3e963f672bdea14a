import type { enrolmentTexts as original } from '../en/enrolment-texts.ts';
import type { TextsLike } from '../texts-like.ts';

/** Taking an invitation and adding ways to sign in. */
export const enrolmentTexts: TextsLike<typeof original> = {
  operatorInvitationTitle: 'Conviértase en operador de esta instalación',
  memberInvitationTitle: 'Únase al equipo de {tenant}',
  resetTitle: 'Recupere su acceso',
  roleLabel: 'Rol',
  companiesLabel: 'Empresas',
  invitationUntil: 'Este enlace vale una vez, hasta {time}.',
  linkCodeMissing: 'A esta dirección le falta el código del enlace. Ábralo de nuevo tal como lo recibió.',
  toSignIn: 'Ir a iniciar sesión',
  yourName: 'Su nombre',
  yourNameHint: 'Cómo lo ven sus colegas y el nombre con el que entra. De 3 a 64 caracteres.',
  nameForm: 'De 3 a 64 caracteres.',
  howToSignIn: '¿Cómo va a entrar?',
  wayPasskey: 'Llave de acceso',
  wayPasskeyHint: 'Recomendado. Nada que escribir, y los sitios falsos no pueden robarla.',
  wayPassword: 'Contraseña y aplicación',
  wayPasswordHint: 'Una contraseña larga y un código de la aplicación de autenticación cada vez.',
  passkeyNameLabel: 'Nombre de la llave de acceso',
  passkeyNameHint: 'Para reconocerla después, como «portátil del trabajo».',
  createPasskey: 'Crear la llave de acceso',
  newPasswordLabel: 'Nueva contraseña',
  newPasswordHint:
    'Al menos 15 caracteres. Cuatro o cinco palabras sin relación funcionan bien; puede pegarla de un gestor de contraseñas.',
  passwordForm: 'Al menos 15 caracteres.',
  showPassword: 'Mostrar',
  hidePassword: 'Ocultar',
  totpStart: 'Configurar la aplicación',
  totpScan: 'Escanee este código con su aplicación de autenticación.',
  totpQr: 'Código QR para la aplicación de autenticación',
  totpKey: 'O escriba esta clave en la aplicación:',
  totpThen: 'Luego escriba los 6 dígitos que muestra.',
  setPassword: 'Establecer contraseña',
  recoveryCodesTitle: 'Sus códigos de recuperación',
  recoveryCodesText:
    'Cada uno lo deja entrar una vez si pierde su dispositivo. Se muestran solo ahora: imprímalos o guárdelos en un gestor de contraseñas.',
  copyCodes: 'Copiar todos',
  codesKept: 'Guardé los códigos en un lugar seguro',
  toPortal: 'Ir al portal',
  mustEnrolTitle: 'Agregue una nueva forma de entrar',
  mustEnrolText:
    'Entró con un código de recuperación. Agregue una llave de acceso o una contraseña para continuar.',
  linkInvalidTitle: 'Este enlace no funciona',
};
