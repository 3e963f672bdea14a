import type { EarlyErrorCode } from '../error-code-areas.ts';

/** Words of the codes that can come before anybody has signed in. */
export const earlyErrorTexts: Record<EarlyErrorCode, string> = {
  '40001': 'El servidor no pudo leer lo que envió esta página. Recárguela e inténtelo de nuevo.',
  '40002':
    'Falta algo en el formulario o un campo no tiene el formato correcto. Revíselo y envíelo de nuevo.',
  '40073':
    'Esa contraseña es fácil de adivinar. Use al menos 15 caracteres: cuatro o cinco palabras sin relación entre sí funcionan bien.',
  '40075':
    'El código de 6 dígitos no coincide. Escriba el que la aplicación muestra ahora; si sigue fallando, deje que el teléfono ajuste su hora por la red.',
  '40076': 'Ya hay alguien con ese nombre. Elija otro.',
  '40077': 'No se aceptó la llave de acceso. Empiece de nuevo y desbloquéela con su PIN, huella o rostro.',
  '40340': 'No ha iniciado sesión. Inicie sesión para continuar.',
  '40341': 'La página se bloqueó porque pasó un tiempo sin uso. Desbloquéela para continuar.',
  '40342': 'Confirme que es usted y la acción continuará.',
  '40344': 'El servidor no reconoció esta página. Recárguela e inténtelo de nuevo.',
  '40345':
    'No se aceptó el inicio de sesión. Revise lo que escribió, use otra forma de entrar o pida a un administrador que restablezca su acceso.',
  '40346': 'Este enlace ya no es válido: se usó, se reemplazó o venció. Pida uno nuevo a quien se lo envió.',
  '40347': 'Primero agregue una llave de acceso o una contraseña. Entró con un código de recuperación.',
  '42905': 'Demasiados intentos fallidos. Espere unos minutos o use una llave de acceso.',
  '42906': 'El portal está ocupado. Inténtelo en un momento o haga una búsqueda más específica.',
  '50001': 'Algo falló de nuestro lado y no se cambió nada. Inténtelo de nuevo en un momento.',
};
