import type { CaseFileLanguage } from '@titular/contract';

/** What a call of the API asks for, by operation id, as a case file says it. */
export const operationWords: Readonly<Record<string, Readonly<Record<CaseFileLanguage, string>>>> = {
  createTransaction: { en: 'create a transaction', pt: 'criar uma transação', es: 'crear una transacción' },
  cancelTransaction: {
    en: 'cancel the transaction',
    pt: 'cancelar a transação',
    es: 'cancelar la transacción',
  },
  renewLink: { en: 'get a new link', pt: 'obter um novo link', es: 'obtener un enlace nuevo' },
  readTransaction: { en: 'read the status', pt: 'consultar o status', es: 'consultar el estado' },
  listTransactions: { en: 'list transactions', pt: 'listar transações', es: 'listar transacciones' },
  readTransactionHistory: {
    en: 'read the steps so far',
    pt: 'consultar as etapas até então',
    es: 'consultar los pasos hasta entonces',
  },
  resendEvent: { en: 'send an event again', pt: 'reenviar um evento', es: 'reenviar un evento' },
  readReceipt: {
    en: 'get the signed receipt',
    pt: 'obter o recibo assinado',
    es: 'obtener el recibo firmado',
  },
  readEvidence: {
    en: 'get the evidence document',
    pt: 'obter o documento de evidência',
    es: 'obtener el documento de evidencia',
  },
  createProcess: { en: 'create a process', pt: 'criar um processo', es: 'crear un proceso' },
  renewProcessLink: {
    en: 'get a new link of a process',
    pt: 'obter um novo link de um processo',
    es: 'obtener un enlace nuevo de un proceso',
  },
  readProcess: { en: 'read a process', pt: 'consultar um processo', es: 'consultar un proceso' },
  readProcessSelfie: {
    en: 'view the selfie of a process',
    pt: 'ver a selfie de um processo',
    es: 'ver la selfie de un proceso',
  },
  readProcessHistory: {
    en: 'read the steps of a process',
    pt: 'consultar as etapas de um processo',
    es: 'consultar los pasos de un proceso',
  },
  stepTransaction: {
    en: 'go one step in the sandbox',
    pt: 'avançar um passo no sandbox',
    es: 'avanzar un paso en el sandbox',
  },
  listCaptures: { en: 'list the attempts', pt: 'listar as tentativas', es: 'listar los intentos' },
  readCaptureImage: { en: 'view a picture', pt: 'ver uma imagem', es: 'ver una imagen' },
  createWebhookEndpoint: {
    en: 'add a webhook endpoint',
    pt: 'adicionar um endpoint de webhook',
    es: 'añadir un endpoint de webhook',
  },
  listWebhookEndpoints: {
    en: 'list webhook endpoints',
    pt: 'listar endpoints de webhook',
    es: 'listar endpoints de webhook',
  },
  readWebhookEndpoint: {
    en: 'read a webhook endpoint',
    pt: 'consultar um endpoint de webhook',
    es: 'consultar un endpoint de webhook',
  },
  changeWebhookEndpoint: {
    en: 'change a webhook endpoint',
    pt: 'mudar um endpoint de webhook',
    es: 'cambiar un endpoint de webhook',
  },
  deleteWebhookEndpoint: {
    en: 'delete a webhook endpoint',
    pt: 'excluir um endpoint de webhook',
    es: 'eliminar un endpoint de webhook',
  },
  rotateWebhookSecret: {
    en: 'replace a webhook secret',
    pt: 'trocar um segredo de webhook',
    es: 'cambiar un secreto de webhook',
  },
  sendTestEvent: {
    en: 'send a test event',
    pt: 'enviar um evento de teste',
    es: 'enviar un evento de prueba',
  },
  listEventTypes: {
    en: 'list types of events',
    pt: 'listar tipos de eventos',
    es: 'listar tipos de eventos',
  },
  listEvents: { en: 'list events', pt: 'listar eventos', es: 'listar eventos' },
  readEvent: { en: 'read an event', pt: 'consultar um evento', es: 'consultar un evento' },
  resendEventById: { en: 'send an event again', pt: 'reenviar um evento', es: 'reenviar un evento' },
  listDeliveries: { en: 'list deliveries', pt: 'listar entregas', es: 'listar entregas' },
  readDelivery: { en: 'read a delivery', pt: 'consultar uma entrega', es: 'consultar una entrega' },
  resendDelivery: { en: 'send a delivery again', pt: 'reenviar uma entrega', es: 'reenviar una entrega' },
  resendFailed: {
    en: 'send failed deliveries again',
    pt: 'reenviar entregas que falharam',
    es: 'reenviar entregas que fallaron',
  },
  readBacklog: {
    en: 'read what waits to be sent',
    pt: 'consultar o que espera envio',
    es: 'consultar lo que espera envío',
  },
  readLimits: { en: 'read the limits', pt: 'consultar os limites', es: 'consultar los límites' },
  listCalls: { en: 'list API calls', pt: 'listar chamadas de API', es: 'listar llamadas de API' },
  eraseIdentity: { en: 'erase a person', pt: 'apagar uma pessoa', es: 'borrar a una persona' },
  readErasure: { en: 'read an erasure', pt: 'consultar um apagamento', es: 'consultar un borrado' },
  createFaceReference: {
    en: 'add a reference face',
    pt: 'adicionar um rosto de referência',
    es: 'añadir un rostro de referencia',
  },
  readFaceReference: {
    en: 'read a reference face',
    pt: 'consultar um rosto de referência',
    es: 'consultar un rostro de referencia',
  },
  readReferencePhotograph: {
    en: 'view a reference photograph',
    pt: 'ver uma fotografia de referência',
    es: 'ver una fotografía de referencia',
  },
  deleteFaceReference: {
    en: 'withdraw a reference face',
    pt: 'retirar um rosto de referência',
    es: 'retirar un rostro de referencia',
  },
};
