import type { roleTexts as original } from '../en/role-texts.ts';
import type { TextsLike } from '../texts-like.ts';

/** Names of roles, and what they are for. */
export const roleTexts: TextsLike<typeof original> = {
  roleViewer: 'Lectura',
  roleSupport: 'Atención',
  roleReviewer: 'Revisión',
  roleDeveloper: 'Integración',
  roleAdmin: 'Administración',
  roleOperator: 'Operación',
  roleViewerMeaning: 'Ve transacciones, sin la persona detrás de ellas.',
  roleSupportMeaning: 'Ayuda a un cliente: lo encuentra, muestra un campo, envía un nuevo enlace.',
  roleReviewerMeaning: 'Evalúa resultados en disputa: ve imágenes, cada una con un motivo.',
  roleDeveloperMeaning: 'Integra sistemas: entregas, llamadas y eventos, y todo en el entorno de prueba.',
  roleAdminMeaning: 'Administra a las personas de la organización y hace lo que hace atención.',
  roleOperatorMeaning:
    'Opera la instalación. Lee una organización, enmascarada, durante la hora en que entró en ella.',
  roleLabel: 'Rol',
  companiesLabel: 'Empresas',
};
