import type { signInTexts as original } from '../en/sign-in-texts.ts';
import type { TextsLike } from '../texts-like.ts';

/** Signing in, the lock, and confirming an act. */
export const signInTexts: TextsLike<typeof original> = {
  signInTitle: 'Iniciar sesión',
  signInIntro: 'Para el personal de comercios y operadores.',
  sessionEnded: 'Tu sesión terminó. Inicia sesión para seguir donde estabas.',
  signInWithPasskey: 'Entrar con llave de acceso',
  passkeyHint: 'Huella, rostro o PIN de este dispositivo, o tu llave de seguridad.',
  noPasskeysHere: 'Este navegador no puede usar llaves de acceso aquí. Usa otra forma.',
  passkeyDismissed: 'No se usó la llave de acceso. Inténtalo de nuevo o usa otra forma.',
  otherWay: 'o de otra forma',
  nameLabel: 'Nombre',
  passwordLabel: 'Contraseña',
  codeLabel: 'Código de 6 dígitos',
  codeHint: 'De tu aplicación de autenticación.',
  codeForm: 'Seis dígitos, como 123456.',
  signInWithPassword: 'Entrar con contraseña y código',
  signInButton: 'Entrar',
  useRecoveryCode: 'Usar un código de recuperación',
  recoveryTitle: 'Entrar con código de recuperación',
  recoveryIntro:
    'El código se gasta, tus otras sesiones terminan y después agregas una nueva llave de acceso o contraseña.',
  recoveryCodeLabel: 'Código de recuperación',
  lockTitle: 'Bloqueado',
  lockText: 'Pasó un tiempo sin uso, así que la página retiró los datos. Sigues donde estabas.',
  lockName: 'Sesión de {name}',
  unlockWithPasskey: 'Desbloquear con llave de acceso',
  unlock: 'Desbloquear',
  signOut: 'Cerrar sesión',
  stepUpTitle: 'Confirma que eres tú',
  stepUpText: 'Esta acción lo pide cuando la última vez fue hace más de 5 minutos. Después continúa sola.',
  confirmWithPasskey: 'Confirmar con llave de acceso',
  confirm: 'Confirmar',
  setupPageTitle: 'Nadie opera este portal todavía',
  setupPageText: 'El primer operador se invita desde la máquina que ejecuta el servicio. Escribe allí:',
  setupPageThen: 'El comando muestra un enlace que vale una vez, durante una hora. Ábrelo en este navegador.',
};
