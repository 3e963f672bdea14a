import type { LaterErrorCode } from '../error-code-areas.ts';

/** Words of the codes that can come after the sign-in. */
export const errorTexts: Record<LaterErrorCode, string> = {
  '40004': 'Esto no es el id de una transacción.',
  '40005': 'Esto no es el id de una eliminación.',
  '40006': 'Esto no es un id. Cópialo de nuevo, sin cambios.',
  '40007': 'Esto no es el id de un proceso.',
  '40024': 'El nombre en la tarjeta no tiene el formato correcto. Escríbelo como está impreso en la tarjeta.',
  '40025': 'La tarjeta está vencida. Revisa la fecha o pide una tarjeta vigente.',
  '40026':
    'Nunca escribas el número completo de la tarjeta. Solo los primeros 8 y los últimos 4 dígitos; no se guardó nada.',
  '40027': 'Ya hay una transacción abierta o aprobada con el mismo pedido, persona y tarjeta. Usa esa.',
  '40028': 'Esta solicitud ya se envió con otro contenido. Empieza de nuevo.',
  '40029': 'La misma solicitud sigue en curso. Espera un momento.',
  '40031': 'No hay un proceso anterior que se pueda usar. Déjalo en blanco y la persona se toma una selfie.',
  '40032': 'El proceso anterior todavía no terminó. Espera a que termine.',
  '40033': 'El proceso anterior falló. Déjalo en blanco y la persona se toma una selfie.',
  '40034':
    'El proceso anterior terminó hace más de una hora. Déjalo en blanco y la persona se toma una selfie.',
  '40035': 'El proceso anterior es de otra persona. Compara los números de documento.',
  '40036': 'Las imágenes del proceso anterior se borraron. Déjalo en blanco y la persona se toma una selfie.',
  '40037': 'El proceso anterior ya se usó. Déjalo en blanco y la persona se toma una selfie.',
  '40038':
    'Los procesos anteriores se usaron demasiadas veces hoy para esta persona. Déjalo en blanco y la persona se toma una selfie.',
  '40045': 'El importe supera el límite de la empresa. Revísalo.',
  '40046': 'Esta transacción ya no se puede cancelar: terminó.',
  '40047': 'Todavía no hay un webhook que reenviar. Una transacción abierta lo envía al terminar.',
  '40048': 'No hay evidencia: la transacción no fue aprobada.',
  '40049': 'La evidencia se borró. Usa la copia que se descargó antes.',
  '40050': 'Esta transacción ya no acepta selfies. Crea otra para intentarlo de nuevo.',
  '40051': 'Este proceso ya no acepta selfies. Inicia otro para intentarlo de nuevo.',
  '40052': 'Las imágenes de este proceso se borraron.',
  '40053': 'Ya hay una eliminación de esta persona a la espera. Aprueba esa o retírala.',
  '40054': 'El número no es el de la propuesta. Compara ambos con la solicitud; no se eliminó nada.',
  '40055': 'El archivo aún no existe o ya no existe. Espera a que se escriba o exporta la lista otra vez.',
  '40056': 'Un veredicto queda junto a un estado final. Escribe una nota o espera al final.',
  '40058': 'La transacción no ha terminado. Haz el expediente cuando termine.',
  '40069': 'La organización ya tiene transacciones de ejemplo. Quítalas antes de crear otras.',
  '40057': 'Esta transacción tiene 100 notas y veredictos; no admite más.',
  '40059':
    'Algo cambió mientras tanto, así que no se hizo nada. Mira los valores actuales y decide de nuevo; una propuesta se retira y se hace otra vez.',
  '40060': 'El texto de consentimiento cambió. La persona debe recargar la página.',
  '40061': 'La imagen no se puede usar.',
  '40062': 'Esto no es posible en esta etapa.',
  '40063': 'El número de documento de esta transacción no se puede cambiar.',
  '40064': 'Esto no se puede elegir ahora para la transacción.',
  '40065': 'No se puede crear otro enlace para esta transacción.',
  '40070': 'El destino de webhooks está apagado. Enciéndelo primero.',
  '40071': 'La empresa ya tiene el máximo de destinos de webhooks.',
  '40072': 'Un cambio anterior del secreto sigue en curso. Espera a que termine.',
  '40074': 'Es tu última forma de entrar. Agrega otra llave de acceso o una contraseña antes de quitarla.',
  '40078':
    'Esto dejaría al equipo sin administrador, o se trata de ti. Haz administradora a otra persona primero, o pídelo a otro administrador.',
  '40079': 'Un valor está fuera de sus límites. No se cambió nada.',
  '40090': 'No existe ese escenario de prueba.',
  '40091': 'No hay escenarios de prueba en producción.',
  '40092': 'La transacción no admite este paso ahora.',
  '40093':
    'El destino tiene cinco enlaces y sesiones de receptor abiertos. Termina uno. Un enlace termina solo a las 24 horas; una sesión, a las ocho.',
  '40094': 'Ya existe una cuenta de servicio con ese nombre. Escoge otro.',
  '40095': 'Ya hay dos secretos de cliente válidos. Termina uno antes.',
  '40096':
    'La clave pública no se registró. Revisa que sea una clave pública fuerte para el algoritmo escogido, y que la cuenta nunca la tuvo.',
  '40097': 'Ya hay cuatro claves en vigor. Termina una antes.',
  '40098': 'La clave más nueva aún no firma. Espera a que firme y crea otra.',
  '40099':
    'Un operador solo invita al primer administrador: la organización está desactivada o ya tuvo a alguien. Usa “users invite” en la máquina del servicio.',
  '40301': 'Esto no está permitido.',
  '40310': 'Este enlace de la persona ya no es válido. Envía uno nuevo.',
  '40311': 'Se agotó el tiempo de la página de la persona.',
  '40320': 'El token de la página no es válido.',
  '40321': 'El token de la página venció. Crea un nuevo enlace.',
  '40322':
    'El sitio no está registrado para la empresa. Quien lleva la integración puede agregarlo en la configuración.',
  '40323': 'La transacción de este token terminó.',
  '40324': 'El token es de otra transacción.',
  '40330': 'El mensaje de la plataforma de identidad no tiene la firma esperada.',
  '40343': 'Tu rol no permite esto. Pídelo a un administrador del equipo.',
  '40348':
    'Esto requiere dos administradores independientes, de todas las empresas: ninguno invitó ni restableció al otro, ni un mismo colega a los dos. Quien llegó por un administrador, o añadió una forma de entrar, cuenta un día después. Pídelo a otro administrador, o a un operador que invite a uno.',
  '40349':
    'Aquí, eliminar a una persona requiere dos personas. Propón la eliminación y pide a otro administrador que la apruebe.',
  '40068': 'No entras en esta organización: está desactivada, o formas parte de ella.',
  '40351': 'Solo un operador lo desactiva, por comando.',
  '40352':
    'Esto necesita dos administradores independientes de todas las empresas, y uno solo invitó o restableció a todos. Pide a un operador que invite a otro.',
  '40373': 'Esta organización no deja entrar a operadores. Pide a uno de sus administradores.',
  '40374': 'Aquí no: tú, el último operador activo y el personal de una organización quedan como están.',
  '40353': 'Solo su autor o un administrador retira una nota.',
  '40375':
    'Una retención legal conserva algunas de las transacciones de ejemplo. Pide a un operador que la levante y quítalas después.',
  '40379':
    'Esta cuenta tiene un enlace abierto o se restableció hace menos de un día. Propón el permiso un día después del restablecimiento.',
  '40380':
    'Aquí, un archivo con las personas requiere dos personas. Un administrador de todas las empresas lo propone y otro lo aprueba.',
  '40376': 'Esto requiere una sola persona. Guárdalo sin proponerlo.',
  '40377':
    'Aquí, esto requiere dos personas. Un administrador de todas las empresas lo propone y otro lo aprueba.',
  '40378':
    'Un administrador solo no crea un enlace a una cuenta que ve imágenes. Invita con otro rol y propón el rol después, o pídelo a un operador.',
  '40400': 'El servidor no conoce esta solicitud. Recarga la página: puede ser de una versión anterior.',
  '40401': 'No existe esa transacción aquí.',
  '40404': 'No existe esa empresa aquí, o no está activa.',
  '40405': 'No existe esa eliminación aquí.',
  '40406': 'No existe ese destino de webhooks aquí.',
  '40407': 'No existe ese evento aquí.',
  '40408': 'No existe esa entrega aquí.',
  '40409': 'No existe ese proceso aquí.',
  '40411': 'No existe ese intento aquí.',
  '40412': 'No se conserva ninguna imagen de este intento.',
  '40420': 'No hay nada en esta dirección, o no puedes verlo. Busca por el número de pedido.',
  '42901': 'Demasiadas solicitudes de tus sistemas. Espera un momento.',
  '42902': 'Demasiadas solicitudes a la vez. Espera un momento.',
  '42903': 'Demasiadas solicitudes desde esta red. Espera un momento.',
  '42904': 'Esta persona ya lo intentó demasiadas veces hoy. Espera o deja que la transacción termine.',
  '42907':
    'Una persona tiene cinco archivos como máximo, y uno de ellos en escritura; un archivo aprobado cuenta para quien lo propuso. Borra uno o espera.',
  '42908': 'Se están escribiendo archivos de otras personas. Inténtalo de nuevo en un minuto.',
  '42909': 'Este receptor está en pausa. Inténtalo en un minuto.',
  '42910': 'Las notas están en pausa durante una actualización. Inténtalo en un minuto.',
  '42912': 'Se ejecutaron 30 escenarios en un minuto. Espera un momento o usa la API.',
  '42911':
    'Los ajustes se probaron demasiadas veces en una hora, o con demasiados umbrales hoy. Espera, o repite uno de hoy.',
  '50002':
    'La plataforma de identidad no respondió y no se cambió nada aquí. Inténtalo de nuevo en un momento.',
  '50003':
    'El servicio de evidencia de la tarjeta no respondió y no se cambió nada. Inténtalo de nuevo en un momento.',
};
