import type { Static } from 'typebox';
import { ErasureResponse } from '../account/erasures.ts';
import {
  AuditActors,
  AuditFilters,
  AuditLinks,
  AuditRest,
  AuditRows,
  AuditVerification,
  FindAuditLink,
  FoundAuditLink,
  ReadAuditLinks,
  ReadAuditRest,
  SearchAudit,
  SearchAuditActors,
  SearchWholeAudit,
  VerifyAudit,
} from '../audit/audit.ts';
import {
  ApproveErasure,
  CountDue,
  DueData,
  EraseByHand,
  ErasureProposal,
  ErasureProposals,
  ErasureRows,
  OpenRequests,
  SearchErasures,
} from '../erasures/erasures-by-hand.ts';
import { exportCalls } from '../exports/export-calls.ts';
import { TransactionExport } from '../exports/exports.ts';
import { Examination } from '../sandbox/examinations.ts';
import { SandboxFill } from '../sandbox/fill.ts';
import { RunScenario, ScenarioRun } from '../sandbox/runs-by-hand.ts';
import { ListScenariosResponse, StepTransactionRequest } from '../sandbox/sandbox.ts';
import { TrySettings, WhatIf } from '../settings/what-if.ts';
import { CreateTransactionRequest, TransactionStatusResponse } from '../transactions/transactions.ts';
import { ListEventTypesResponse } from '../webhooks/event-catalogue.ts';
import {
  ChangeWebhookEndpointRequest,
  CreateWebhookEndpointRequest,
  DeleteWebhookEndpointResponse,
  RotateWebhookSecretRequest,
  SendTestEventResponse,
} from '../webhooks/webhook-endpoints.ts';
import { EventResentResponse, ResendFailedRequest, ResendFailedResponse } from '../webhooks/webhook-log.ts';
import {
  AccountRows,
  AccountView,
  AddAccountKey,
  CreateAccount,
  EndAccountKey,
  EndAccountSecret,
  NewCredentials,
  RotateAccountSecret,
  SearchAccounts,
  SwitchAccount,
} from './accounts/accounts.ts';
import {
  ActRows,
  ProposeMember,
  ProposeSettings,
  SearchActs,
  WaitingAct,
  WaitingCount,
} from './acts/acts.ts';
import { CallFilters, CallRows, CountRefusals, RefusalCauses, SearchCalls } from './calls/calls.ts';
import {
  CreatedByHand,
  DocumentView,
  MakeCaseFile,
  NewLink,
  PictureView,
  ProcessCase,
  ReceiptView,
  Resent,
  RevealedField,
  RevealRequest,
  TransactionCase,
  ViewPictureRequest,
} from './case.ts';
import { Configuration } from './deployment/configuration.ts';
import { Deployment } from './deployment/deployment.ts';
import { DeploymentKeys, RotateSigningKey } from './deployment/keys.ts';
import { MadeByName, NamedNew, SearchTenants, SwitchTenant, TenantRows } from './deployment/tenants.ts';
import {
  CountEndpoints,
  DeliveryRows,
  DeliveryView,
  EndpointRows,
  EndpointSecret,
  EndpointTrouble,
  EndpointView,
  EventRows,
  EventView,
  FailedCount,
  SearchDeliveries,
  SearchEndpoints,
  SearchEvents,
} from './developers.ts';
import { Figures, ReadFigures } from './figures.ts';
import {
  FindRequest,
  FindResponse,
  ProcessRows,
  SearchProcesses,
  SearchTransactions,
  TransactionRows,
} from './find.ts';
import { CallTimes, LimitsNow, ReadCallTimes } from './limits/limits.ts';
import { GiveVerdict, NoteWritten, WriteNote } from './notes/notes.ts';
import { EndedSessions, PersonRows, SearchPeople, SwitchPerson } from './operators/people.ts';
import { JobRows, Queues, RetriedJobs, RetryJobs, SearchJobs } from './operators/queues.ts';
import {
  AcceptInvitation,
  AddAuthenticator,
  ChangeMember,
  Done,
  Enrolled,
  EnrolmentRequest,
  InvitationLink,
  InvitationRequest,
  InvitationView,
  InviteMember,
  OwnAccount,
  PasskeySignIn,
  PasswordSignIn,
  PortalSession,
  PortalState,
  PortalTenant,
  Proof,
  RecoveryCodes,
  RecoverySignIn,
  Team,
  TotpEnrolment,
  WebAuthnOptions,
} from './people.ts';
import type { PortalOperationName } from './portal-operations.ts';
import { providerCalls } from './provider/provider-calls.ts';
import { receiverCalls } from './receivers/receiver-calls.ts';
import { SettingsHistory } from './replay/settings-history.ts';
import { ChangeSettings, SettingsChanged, SettingsView } from './settings.ts';
import { EnteredTenant, EnterTenant, SearchStays, StayRows, TenantState } from './stays/stays.ts';

/** Body and answer of every call of the portal's page; `undefined` is no body, which only a GET has. */
export const portalCalls = {
  readPortalState: { body: undefined, answer: PortalState },
  startPasskeySignIn: { body: Done, answer: WebAuthnOptions },
  signInWithPasskey: { body: PasskeySignIn, answer: PortalSession },
  signInWithPassword: { body: PasswordSignIn, answer: PortalSession },
  signInWithRecoveryCode: { body: RecoverySignIn, answer: PortalSession },
  readInvitation: { body: InvitationRequest, answer: InvitationView },
  startPasskeyEnrolment: { body: EnrolmentRequest, answer: WebAuthnOptions },
  startTotpEnrolment: { body: EnrolmentRequest, answer: TotpEnrolment },
  acceptInvitation: { body: AcceptInvitation, answer: Enrolled },
  readPortalSession: { body: undefined, answer: PortalSession },
  signOut: { body: Done, answer: Done },
  startAuthentication: { body: Done, answer: WebAuthnOptions },
  authenticateAgain: { body: Proof, answer: PortalSession },
  readOwnAccount: { body: undefined, answer: OwnAccount },
  startAddingPasskey: { body: Done, answer: WebAuthnOptions },
  startAddingTotp: { body: Done, answer: TotpEnrolment },
  addAuthenticator: { body: AddAuthenticator, answer: OwnAccount },
  removeAuthenticator: { body: Done, answer: OwnAccount },
  makeRecoveryCodes: { body: Done, answer: RecoveryCodes },
  endOwnSession: { body: Done, answer: Done },
  ...providerCalls,
  readDeployment: { body: undefined, answer: Deployment },
  readConfiguration: { body: undefined, answer: Configuration },
  readDeploymentKeys: { body: undefined, answer: DeploymentKeys },
  rotateSigningKey: { body: RotateSigningKey, answer: DeploymentKeys },
  searchTenants: { body: SearchTenants, answer: TenantRows },
  addTenantByHand: { body: NamedNew, answer: MadeByName },
  switchTenantByHand: { body: SwitchTenant, answer: Done },
  addCompanyByHand: { body: NamedNew, answer: MadeByName },
  inviteFirstAdmin: { body: Done, answer: InvitationLink },
  readTenantState: { body: undefined, answer: TenantState },
  enterTenant: { body: EnterTenant, answer: EnteredTenant },
  leaveTenant: { body: Done, answer: Done },
  searchStays: { body: SearchStays, answer: StayRows },
  searchPeople: { body: SearchPeople, answer: PersonRows },
  endPersonSessions: { body: Done, answer: EndedSessions },
  switchPerson: { body: SwitchPerson, answer: Done },
  readQueues: { body: undefined, answer: Queues },
  searchJobs: { body: SearchJobs, answer: JobRows },
  retryJobs: { body: RetryJobs, answer: RetriedJobs },
  endStay: { body: Done, answer: Done },
  readPortalTenant: { body: undefined, answer: PortalTenant },
  readFigures: { body: ReadFigures, answer: Figures },
  readTeam: { body: undefined, answer: Team },
  inviteMember: { body: InviteMember, answer: InvitationLink },
  withdrawInvitation: { body: Done, answer: Done },
  changeMember: { body: ChangeMember, answer: Team },
  resetMember: { body: Done, answer: InvitationLink },
  endMemberSessions: { body: Done, answer: Done },
  readTenantSettings: { body: undefined, answer: SettingsView },
  changeTenantSettings: { body: ChangeSettings, answer: SettingsChanged },
  readCompanySettings: { body: undefined, answer: SettingsView },
  readSettingsHistory: { body: undefined, answer: SettingsHistory },
  changeCompanySettings: { body: ChangeSettings, answer: SettingsChanged },
  tryCompanySettings: { body: TrySettings, answer: WhatIf },
  proposeSettings: { body: ProposeSettings, answer: WaitingAct },
  proposeMember: { body: ProposeMember, answer: WaitingAct },
  proposeExport: { body: TransactionExport, answer: WaitingAct },
  searchActs: { body: SearchActs, answer: ActRows },
  countWaiting: { body: undefined, answer: WaitingCount },
  approveAct: { body: Done, answer: Done },
  withdrawAct: { body: Done, answer: Done },
  searchAudit: { body: SearchAudit, answer: AuditRows },
  listAuditFilters: { body: undefined, answer: AuditFilters },
  searchAuditActors: { body: SearchAuditActors, answer: AuditActors },
  verifyAudit: { body: VerifyAudit, answer: AuditVerification },
  searchWholeAudit: { body: SearchWholeAudit, answer: AuditRows },
  listWholeAuditFilters: { body: undefined, answer: AuditFilters },
  searchWholeAuditActors: { body: SearchAuditActors, answer: AuditActors },
  readAuditLinks: { body: ReadAuditLinks, answer: AuditLinks },
  findAuditLink: { body: FindAuditLink, answer: FoundAuditLink },
  readAuditRest: { body: ReadAuditRest, answer: AuditRest },
  find: { body: FindRequest, answer: FindResponse },
  searchPortalTransactions: { body: SearchTransactions, answer: TransactionRows },
  createByHand: { body: CreateTransactionRequest, answer: CreatedByHand },
  readTransactionCase: { body: undefined, answer: TransactionCase },
  revealTransactionField: { body: RevealRequest, answer: RevealedField },
  renewTransactionLink: { body: Done, answer: NewLink },
  cancelByHand: { body: Done, answer: Done },
  viewTransactionPicture: { body: ViewPictureRequest, answer: PictureView },
  readPortalReceipt: { body: undefined, answer: ReceiptView },
  readPortalEvidence: { body: undefined, answer: DocumentView },
  makeCaseFile: { body: MakeCaseFile, answer: DocumentView },
  resendPortalDelivery: { body: Done, answer: Resent },
  writeNote: { body: WriteNote, answer: NoteWritten },
  giveVerdict: { body: GiveVerdict, answer: NoteWritten },
  withdrawNote: { body: Done, answer: Done },
  searchPortalEndpoints: { body: SearchEndpoints, answer: EndpointRows },
  countPortalEndpoints: { body: CountEndpoints, answer: EndpointTrouble },
  createPortalEndpoint: { body: CreateWebhookEndpointRequest, answer: EndpointSecret },
  readPortalEndpoint: { body: undefined, answer: EndpointView },
  changePortalEndpoint: { body: ChangeWebhookEndpointRequest, answer: EndpointView },
  deletePortalEndpoint: { body: Done, answer: DeleteWebhookEndpointResponse },
  rotatePortalSecret: { body: RotateWebhookSecretRequest, answer: EndpointSecret },
  sendPortalTest: { body: Done, answer: SendTestEventResponse },
  searchPortalDeliveries: { body: SearchDeliveries, answer: DeliveryRows },
  readPortalDelivery: { body: undefined, answer: DeliveryView },
  countPortalFailed: { body: ResendFailedRequest, answer: FailedCount },
  resendPortalFailed: { body: ResendFailedRequest, answer: ResendFailedResponse },
  searchPortalEvents: { body: SearchEvents, answer: EventRows },
  readPortalEvent: { body: undefined, answer: EventView },
  resendPortalEvent: { body: Done, answer: EventResentResponse },
  listPortalEventTypes: { body: undefined, answer: ListEventTypesResponse },
  ...receiverCalls,
  searchPortalCalls: { body: SearchCalls, answer: CallRows },
  countRefusals: { body: CountRefusals, answer: RefusalCauses },
  listCallFilters: { body: undefined, answer: CallFilters },
  readLimitsNow: { body: undefined, answer: LimitsNow },
  readCallTimes: { body: ReadCallTimes, answer: CallTimes },
  searchPortalAccounts: { body: SearchAccounts, answer: AccountRows },
  createPortalAccount: { body: CreateAccount, answer: NewCredentials },
  readPortalAccount: { body: undefined, answer: AccountView },
  switchPortalAccount: { body: SwitchAccount, answer: AccountView },
  addAccountKey: { body: AddAccountKey, answer: NewCredentials },
  endAccountKey: { body: EndAccountKey, answer: AccountView },
  addAccountSecret: { body: Done, answer: NewCredentials },
  rotateAccountSecret: { body: RotateAccountSecret, answer: NewCredentials },
  endAccountSecret: { body: EndAccountSecret, answer: AccountView },
  eraseByHand: { body: EraseByHand, answer: ErasureResponse },
  searchErasures: { body: SearchErasures, answer: ErasureRows },
  readErasureByHand: { body: undefined, answer: ErasureResponse },
  proposeErasure: { body: EraseByHand, answer: ErasureProposal },
  searchProposals: { body: SearchErasures, answer: ErasureProposals },
  approveErasure: { body: ApproveErasure, answer: ErasureResponse },
  withdrawErasure: { body: Done, answer: Done },
  ...exportCalls,
  countOpenRequests: { body: undefined, answer: OpenRequests },
  countDue: { body: CountDue, answer: DueData },
  searchPortalProcesses: { body: SearchProcesses, answer: ProcessRows },
  readProcessCase: { body: undefined, answer: ProcessCase },
  revealProcessField: { body: RevealRequest, answer: RevealedField },
  renewProcessLinkByHand: { body: Done, answer: NewLink },
  viewProcessPicture: { body: ViewPictureRequest, answer: PictureView },
  listPortalScenarios: { body: undefined, answer: ListScenariosResponse },
  runPortalScenario: { body: RunScenario, answer: ScenarioRun },
  examinePortalReceiver: { body: Done, answer: Examination },
  readPortalExamination: { body: undefined, answer: Examination },
  readSandboxFill: { body: undefined, answer: SandboxFill },
  fillSandbox: { body: Done, answer: SandboxFill },
  clearSandbox: { body: Done, answer: SandboxFill },
  stepPortalTransaction: { body: StepTransactionRequest, answer: TransactionStatusResponse },
} as const satisfies Record<PortalOperationName, { body: unknown; answer: unknown }>;

type Calls = typeof portalCalls;
type Typed<Schema> = Schema extends Parameters<typeof asSchema>[0] ? Static<Schema> : undefined;
declare function asSchema(schema: import('typebox').TSchema): void;

/** What a call sends. */
export type PortalBody<Name extends PortalOperationName> = Typed<Calls[Name]['body']>;
/** What a call is answered. */
export type PortalAnswer<Name extends PortalOperationName> = Typed<Calls[Name]['answer']>;
