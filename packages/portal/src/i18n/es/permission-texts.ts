import type { permissionTexts as original } from '../en/permission-texts.ts';
import type { TextsLike } from '../texts-like.ts';

/** What each permission allows, and what each role is for. */
export const permissionTexts: TextsLike<typeof original> = {
  permissionTransactionsRead: 'Listar y abrir transacciones y procesos, enmascarados.',
  permissionPersonsFind: 'Buscar por documento o tarjeta. Queda en el registro de auditoría.',
  permissionPersonsReveal: 'Mostrar un campo enmascarado. Queda en el registro de auditoría.',
  permissionPersonsErase:
    'Eliminar a una persona de los datos de toda la organización; solo con todas sus empresas.',
  permissionTransactionsAct: 'Crear, cancelar y generar nuevos enlaces.',
  permissionPicturesView: 'Ver una imagen, con un motivo. Queda en el registro de auditoría.',
  permissionEvidenceRead:
    'Leer recibos y documentos firmados de aprobaciones, y hacer expedientes de cualquier final.',
  permissionNotesWrite: 'Leer y escribir notas sobre una transacción, y retirar las propias.',
  permissionVerdictsGive: 'Dar un veredicto junto al estado final, que no cambia nada.',
  permissionNotesWithdraw: 'Retirar cualquier nota o veredicto, sea de quien sea.',
  permissionPersonsExport:
    'Hacer archivos de transacciones con la persona de cada una. Queda en el registro de auditoría.',
  permissionExportsMake: 'Hacer archivos de listas, sin la persona. Queda en el registro de auditoría.',
  permissionDeliveriesRead: 'Ver entregas de webhooks y lo que respondieron los destinos.',
  permissionDeliveriesResend: 'Reenviar un webhook.',
  permissionEndpointsManage:
    'Ver y cambiar destinos de webhooks y cuentas de servicio, con sus secretos; ver eventos y entregas.',
  permissionCallsRead: 'Ver llamadas a la API.',
  permissionAuditRead: 'Leer el registro de auditoría.',
  permissionSettingsRead: 'Ver la configuración de la organización y de sus empresas.',
  permissionSettingsChange: 'Cambiar la configuración, salvo los límites que fijan los operadores.',
  permissionTeamManage: 'Invitar personas, cambiar roles y empresas, cerrar sesiones.',
  permissionDeploymentManage: 'Administrar operadores, organizaciones y el primer administrador de cada una.',
  roleViewerMeaning: 'Ve transacciones, sin la persona detrás de ellas.',
  roleSupportMeaning: 'Ayuda a un cliente: lo encuentra, muestra un campo, envía un nuevo enlace.',
  roleReviewerMeaning: 'Evalúa resultados en disputa: ve imágenes, cada una con un motivo.',
  roleDeveloperMeaning: 'Integra sistemas: entregas, llamadas y eventos, y todo en el entorno de prueba.',
  roleAdminMeaning: 'Administra a las personas de la organización y hace lo que hace atención.',
  roleOperatorMeaning:
    'Opera la instalación. Lee una organización, enmascarada, durante la hora en que entró en ella.',
};
