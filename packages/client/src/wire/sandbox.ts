/** One step of a scenario, so many seconds after the create. */
export type SandboxStep = { afterSeconds: number; event: string };

/** One scenario of the sandbox; new ones and new kinds come without notice. */
export type SandboxScenario = {
  /** What the option `scenario` of a call takes. */
  name: string;
  kind: string;
  meaning: string;
  /** The identity that chooses it where no option does. */
  identity?: { key: string; value: string };
  /** The operations that take it, by their names in the API. */
  operations: string[];
  steps: SandboxStep[];
  /** Status that it ends in. */
  status?: string;
  hasIdentityChanged?: boolean;
  /** Result and findings of the process that it leads. */
  processResult?: string;
  livenessResult?: string;
  authenticationResult?: string;
  /** The scenario of a transaction that uses the process and names none. */
  reusedAs?: string;
  /** Error code of the refusal. */
  code?: string;
  /** Sub-code of the token endpoint's refusal. */
  subCode?: string;
  /** The same call is served when repeated. */
  servedNext?: boolean;
};

/** Every scenario. */
export type ListScenariosResponse = { scenarios: SandboxScenario[] };

/** What the sandbox can let happen to a live transaction; new words may come. */
export type SandboxEvent =
  | 'share'
  | 'approve'
  | 'identity-changed'
  | 'reject'
  | 'disown'
  | 'declare-absent'
  | 'cancel'
  | 'expire'
  | 'attempt-completed'
  | 'attempt-challenge-missed'
  | 'attempt-no-face'
  | 'attempt-several-faces'
  | 'attempt-too-dark'
  | 'attempt-too-bright'
  | 'attempt-blurred'
  | 'attempt-too-small'
  | 'attempt-too-close'
  | 'attempt-off-centre'
  | 'attempt-occluded'
  | 'attempt-person-changed'
  | 'attempt-not-live'
  | 'attempt-timeout'
  | (string & {});

/** What happens to a transaction at once. */
export type StepTransactionRequest = { event: SandboxEvent };
