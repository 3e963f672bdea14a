import type { ChallengeLength } from '@titular/contract';
import type { FaceEngine } from '@titular/face-engine';
import type { Config } from '@titular/server/config/config.ts';
import type { CompanyId } from '@titular/server/kernel/base/id.ts';

/** The merchant of one presentation: with a tenant of its own and nothing kept that is known again over tenants, so that none is judged by what another left. */
export type TrialMerchant = { companyId: CompanyId; clientId: string; clientSecret: string };

/** A whole service with a database and a directory of its own, both gone with `close`; its clock stands until `pass` moves it. */
export type Trial = {
  url: string;
  engineVersion: string;
  /** Reads a picture with the engine of the service, as whoever runs the same software can. */
  analyse: FaceEngine['analyse'];
  nowMs(): number;
  pass(milliseconds: number): void;
  newMerchant(): Promise<TrialMerchant>;
  close(): Promise<void>;
};

/** Starts one with the engine, the thresholds and the challenge of a configuration, and its word on webhooks to loopback, and nothing else of it. Every challenge has the length, if one is given. */
export type OpenTrial = (config: Config, challengeLength?: ChallengeLength) => Promise<Trial>;
