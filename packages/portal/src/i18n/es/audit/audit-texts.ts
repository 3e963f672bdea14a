import type { auditTexts as original } from '../../en/audit/audit-texts.ts';
import type { TextsLike } from '../../texts-like.ts';

/** The audit log of a tenant and of the deployment. */
export const auditTexts: TextsLike<typeof original> = {
  auditIntro:
    'Quién cambió qué, lo más nuevo primero, con lo que había antes. Las acciones de operadores de la instalación también están aquí.',
  auditOwn:
    'Tus propias acciones, las más nuevas primero. Los administradores de todas las empresas ven las de todos.',
  auditWholeIntro:
    'Quién cambió qué en esta instalación, en todas las organizaciones, lo más nuevo primero. Los motivos y referencias que escribió gente de una organización, y los parámetros de las URL, se omiten aquí.',
  auditEntries: 'Entradas',
  auditActor: 'Quién',
  auditAnyActor: 'Cualquiera',
  auditActorService: 'El servicio',
  auditActorPerson: 'Una persona en la página',
  auditActorCommand: 'Línea de comandos, {name}',
  auditActorAccount: 'Cuenta de servicio {name}',
  auditActorReceiver: 'Quien desarrolla un receptor',
  auditAction: 'Qué',
  auditAnyAction: 'Cualquier acción',
  auditSubject: 'Sobre qué',
  auditSubjectWrong: 'Escribe un tipo y un id, como company/ seguido del id de la empresa.',
  auditTenant: 'Organización',
  auditOnly: 'Mostrar solo esto',
  auditBefore: 'Antes',
  auditAfter: 'Después',
  auditLeftOut: 'Omitido aquí: {fields}',
  auditMoreValues: { one: '{count} valor más', many: '{count} valores más', other: '{count} valores más' },
  auditNone: 'Ninguna entrada coincide',
  auditNoneText: 'No se anotó nada que cumpla todos estos filtros.',
  auditNoneYet: 'Ninguna entre las entradas más nuevas',
  auditNoneYetText: 'Las más antiguas aún no se han buscado.',
  auditOlder: 'Entradas más antiguas',
  auditNewest: 'Volver a las más nuevas',
  auditExport: 'Exportar en JSON',
  auditExported: {
    one: '{count} entrada guardada.',
    many: '{count} entradas guardadas.',
    other: '{count} entradas guardadas.',
  },
  auditExportedPart: {
    one: 'Se guardó la entrada más nueva.',
    many: 'Se guardaron las {count} entradas más nuevas; hay más.',
    other: 'Se guardaron las {count} entradas más nuevas; hay más.',
  },
  auditVerifyTitle: 'Verificar el registro',
  auditVerifyServer:
    'El registro es una sola cadena para todas las organizaciones de esta instalación. El servidor la recorre entera y te da el resultado; las entradas de otros no se te muestran.',
  auditVerifyBrowser:
    'Este navegador pide cada entrada, calcula de nuevo su hash y sigue la cadena de la primera a la última. Para eso recibe cada entrada completa, con lo que la lista omite.',
  auditAnchor: 'Ancla que guardaste (opcional)',
  auditAnchorHint:
    'Un último hash de una verificación anterior. Muestra que nada antes de él se quitó ni se reescribió.',
  auditAnchorWrong: 'Un ancla tiene 64 dígitos hexadecimales.',
  auditVerify: 'Verificar',
  auditStop: 'Detener',
  auditStopped: 'Detenido. No se averiguó nada.',
  auditProgress: '{done} de {total} entradas',
  auditHolds: 'La cadena está íntegra.',
  auditBroken: 'El registro no está como se escribió.',
  auditBreakAltered: 'Una entrada fue alterada.',
  auditBreakMissing: 'Falta una entrada: la quitaron o la sustituyeron.',
  auditBreakReordered: 'Una entrada fue llevada a otro lugar.',
  auditBreakUnchained: 'Una entrada se escribió fuera de la cadena.',
  auditBreakUnsealed: 'Una entrada espera su lugar desde hace más de un minuto.',
  auditBreakCutOff: 'El ancla no está en el registro: quitaron entradas del final, o se reescribió todo.',
  auditBreakElsewhere: 'Qué entrada es lo muestra la verificación de la instalación: pregunta a un operador.',
  auditBreakEntry: 'Entrada',
  auditBreakPlace: 'Lugar en la cadena',
  auditSound: 'Entradas íntegras antes de ella',
  auditVerified: 'Total de entradas',
  auditLastAt: 'Última entrada del',
  auditAnchorPlace: 'Ancla hallada en el lugar',
  auditAnchorFound: 'Tu ancla está en el registro.',
  auditByServer:
    'Lo afirma el servidor de la instalación; este navegador no puede comprobar entradas de otros. Un ancla que guardas tú muestra a quien verifique la instalación si lo anterior a ella se reescribió.',
  auditKeep: 'Guarda esta ancla',
  auditKeepText:
    'Guárdala donde nadie que pueda cambiar la base de datos pueda cambiarla: en papel, en un correo firmado, en otro sistema.',
  auditAnchorQr: 'Código QR del ancla',
  auditCopyAnchor: 'Copiar ancla',
  auditPrint: 'Imprimir ancla',
};
