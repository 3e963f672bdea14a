import type { remedyTexts as english } from '../../en/calls/remedy-texts.ts';
import type { TextsLike } from '../../texts-like.ts';

/** The same in Spanish. */
export const remedyTexts: TextsLike<typeof english> = {
  remedy_40001:
    'Envía un único objeto JSON como application/json, en UTF-8, sin content encoding, de hasta 16 niveles y, si la operación no dice otra cosa, 32 KiB.',
  remedy_40002: 'Corrige el campo indicado y envía la solicitud de nuevo.',
  remedy_40004: 'Usa sin cambios el id que devolvió la creación.',
  remedy_40005: 'Usa sin cambios el id que devolvió la eliminación.',
  remedy_40006: 'Usa sin cambios el id que devolvió la API.',
  remedy_40007: 'Usa sin cambios el id que devolvió la creación.',
  remedy_40024:
    'Envía el nombre como está impreso en la tarjeta: letras de una sola escritura, espacios, apóstrofos, guiones y puntos, en UTF-8; se entiende `APELLIDO/NOMBRE`. Los nombres de empresas, con `identity.key` `cnpj`, pueden tener dígitos y `& + / ( ) % ! # @`. No pongas nada en lugar de un nombre que no tienes: pregunta a la persona.',
  remedy_40025: 'Pide a la persona una tarjeta válida o corrige la fecha (MM/AA).',
  remedy_40026:
    'Envía solo los 8 primeros y los 4 últimos dígitos, en card.binDigits y card.lastDigits. Si otros dígitos solo parecen un número de tarjeta, escríbelos en grupos de siete, como 4000001-2345678.',
  remedy_40027: 'Usa la transacción anterior; se puede crear otra cuando termine sin aprobación.',
  remedy_40028:
    'Usa una clave nueva en cada solicitud, por ejemplo un UUID, y repite una solicitud solo sin cambios.',
  remedy_40029:
    'Espera los segundos de Retry-After y repite la solicitud; devuelve la respuesta de la primera.',
  remedy_40031:
    'Quita additionalInfo para que la persona se haga una selfie o envía el id de un proceso terminado.',
  remedy_40032:
    'Espera el evento process.finished de ese proceso y envía la misma solicitud de nuevo; tras process.failed, inicia otro.',
  remedy_40033: 'Quita additionalInfo para que la persona se haga una selfie o inicia otro proceso.',
  remedy_40034: 'Quita additionalInfo para que la persona se haga una selfie.',
  remedy_40035: 'Compara key y value de la identidad con los del inicio del proceso.',
  remedy_40036: 'Quita additionalInfo para que la persona se haga una selfie.',
  remedy_40037: 'Quita additionalInfo para que la persona se haga una selfie o inicia otro proceso.',
  remedy_40038:
    'Quita additionalInfo para que la persona se haga una selfie o pide al operador que suba el ajuste.',
  remedy_40045: 'Revisa el importe; pide al operador que suba el límite de la empresa.',
  remedy_40046: 'Lee su estado; un estado final nunca cambia.',
  remedy_40047:
    'Lee su estado. Una transacción abierta envía su evento cuando termina; para una terminada, el estado es la respuesta.',
  remedy_40048: 'Lee el estado; el historial muestra los motivos de cualquier otro resultado.',
  remedy_40049: 'Usa el recibo o documento obtenido antes; el historial muestra lo que queda.',
  remedy_40050: 'Lee su estado; crea una transacción nueva para otro intento.',
  remedy_40051: 'Lee el proceso; inicia otro para otro intento.',
  remedy_40052: 'Las imágenes ya no existen; el historial muestra lo que queda.',
  remedy_40070: 'Lee `disabledReason` y activa el destino cambiando `enabled`.',
  remedy_40071: 'Elimina un destino que ya no se necesite o cambia uno existente.',
  remedy_40072:
    'Espera hasta `previousSecretEndsAt`, que es también el Retry-After. Si un secreto se filtró o se perdió, envía `overlapSeconds` 0: desde entonces solo firma el secreto nuevo.',
  remedy_40080: 'Guarda la foto indicada como JPEG de hasta 512 KiB y envía todas las fotos de nuevo.',
  remedy_40081:
    'Recorta la foto indicada para que un solo rostro de frente ocupe buena parte de ella, o déjala fuera.',
  remedy_40082: 'Envía otra foto de la persona en lugar de la indicada.',
  remedy_40083: 'Compara las fotos indicadas y deja fuera la que muestra a otra persona.',
  remedy_40084:
    'Envía replace como true si las fotos nuevas deben ocupar el lugar de todos los rostros registrados.',
  remedy_40085:
    'Averigua quién fue registrado antes de actuar. Envía replace como true si las fotos son correctas: el rostro registrado se elimina entonces.',
  remedy_40086:
    'Compara las dos identidades. Envía allowDuplicateFace como true si son dos personas parecidas, como gemelos.',
  remedy_40087: 'Pide al operador que suba TITULAR_GALLERY_MEMORY_MB o TITULAR_GALLERY_LIMIT.',
  remedy_40088:
    'Pide al operador que resuelva la disputa (titular faces settle) y envía la referencia de nuevo.',
  remedy_40090:
    'Usa un escenario de GET /api/public/v1/walletid/sandbox/scenarios que incluya esta operación, o quita la cabecera.',
  remedy_40091: 'No envíes esta cabecera a producción; usa escenarios en el entorno de pruebas.',
  remedy_40092: 'Lee su estado y su historial: los estados finales nunca cambian.',
  remedy_40301:
    'Obtén un token nuevo en la dirección de tokens, con el permiso que necesita esta operación, y envíalo como "Authorization: Bearer …".',
  remedy_40400: 'Compara la ruta y el método con la documentación; la ruta base es /api/public/v1.',
  remedy_40401: 'Revisa el id y para qué entorno vale el token.',
  remedy_40404: 'Revisa el id de la empresa y para qué entorno vale el token.',
  remedy_40405: 'Revisa el id y para qué entorno vale el token.',
  remedy_40406: 'Revisa el id y para qué entorno vale el token.',
  remedy_40407: 'Revisa el id y para qué entorno vale el token.',
  remedy_40408: 'Revisa el id y para qué entorno vale el token.',
  remedy_40409: 'Revisa el id y para qué entorno vale el token.',
  remedy_40412: 'Lee las capturas de la transacción para ver qué imágenes se guardan.',
  remedy_40413: 'Revisa el id y para qué entorno vale el token.',
  remedy_40414:
    'Lee la referencia para ver cuántas fotos se guardan; para guardarlas, envía la misma solicitud de nuevo con keepPhotographs como true.',
  remedy_42901: 'Espera los segundos de Retry-After y sigue al ritmo permitido.',
  remedy_42902: 'Espera los segundos de Retry-After y envía menos solicitudes a la vez.',
  remedy_50001:
    'Espera los segundos de Retry-After e inténtalo de nuevo, con la misma Idempotency-Key; si el mensaje lo dice, lee antes lo que existe. Si continúa, da al operador el X-Request-Id de la respuesta.',
  remedy_50002: 'Espera los segundos de Retry-After e inténtalo de nuevo; si continúa, avisa al operador.',
  remedy_50003: 'Espera los segundos de Retry-After e inténtalo de nuevo; si continúa, avisa al operador.',
};
