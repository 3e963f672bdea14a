import type { EarlyErrorCode } from '../error-code-areas.ts';

/** Words of the codes that can come before anybody has signed in. */
export const earlyErrorTexts: Record<EarlyErrorCode, string> = {
  '40001': 'El servidor no pudo leer lo que envió esta página. Recárgala e inténtalo de nuevo.',
  '40002':
    'Falta algo en el formulario o un campo no tiene el formato correcto. Revísalo y envíalo de nuevo.',
  '40066':
    'El proveedor de identidad no se puede usar ahora. Prueba de nuevo en un minuto o entra de otra forma.',
  '40067': 'Esta identidad está vinculada a otra cuenta, o tu cuenta a otra identidad.',
  '40073':
    'Esa contraseña es fácil de adivinar. Usa al menos 15 caracteres: cuatro o cinco palabras sin relación entre sí funcionan bien.',
  '40075':
    'El código de 6 dígitos no coincide. Escribe el que la aplicación muestra ahora; si sigue fallando, deja que el teléfono ajuste su hora por la red.',
  '40076': 'Ya hay alguien con ese nombre. Elige otro.',
  '40077': 'No se aceptó la llave de acceso. Empieza de nuevo y desbloquéala con tu PIN, huella o rostro.',
  '40340': 'No has iniciado sesión. Inicia sesión para continuar.',
  '40341': 'La página se bloqueó porque pasó un tiempo sin uso. Desbloquéala para continuar.',
  '40342': 'Confirma que eres tú y la acción continuará.',
  '40344': 'El servidor no reconoció esta página. Recárgala e inténtalo de nuevo.',
  '40345':
    'No se aceptó el inicio de sesión. Revisa lo que escribiste, usa otra forma de entrar o pide a un administrador que restablezca tu acceso.',
  '40346': 'Este enlace ya no es válido: se usó, se reemplazó o venció. Pide uno nuevo a quien te lo envió.',
  '40347': 'Primero agrega una llave de acceso o una contraseña. Entraste con un código de recuperación.',
  '40370':
    'Esa entrada no probó nada: fue rechazada, llegó tarde o empezó en otro navegador. Empieza de nuevo aquí.',
  '40371':
    'Ninguna cuenta de aquí está vinculada a esta identidad. Entra de otra forma y vincúlala en tu cuenta, o pide una invitación.',
  '40372':
    'El proveedor de identidad no abre cuentas de quien opera. Usa una llave de acceso, o contraseña y código.',
  '42905': 'Demasiados intentos fallidos. Espera unos minutos o usa una llave de acceso.',
  '42906': 'El portal está ocupado. Inténtalo en un momento o haz una búsqueda más específica.',
  '50001': 'Algo falló de nuestro lado. Mira si tu cambio está hecho antes de volver a intentarlo.',
};
