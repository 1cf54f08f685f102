import type { Target } from '../core/service/target';
import type { EngineClient } from '../engine/client';
import type { AccountId, Accounts } from './accounts';
import type { SampleService } from './sampleService';

export interface CredentialsRequest {
	/** Whether a person is waiting, so that a refused token may be asked for in place. */
	readonly interactive: boolean;
	/** The token that a 401 was the answer to. */
	readonly refusedToken?: string | undefined;
}

/** Where tokens come from: the accounts' secrets, the sample service, or a person asked in place. */
export class TokenEntry {
	constructor(
		private readonly accounts: Accounts,
		private readonly sample: SampleService,
		private readonly engine: () => EngineClient,
	) {}

	/** @throws AppError `signedOut`, `unauthorized` or `cancelled` */
	async credentials(_accountId: AccountId, _request: CredentialsRequest): Promise<Target> {
		throw new Error(`${this.accounts} ${this.sample} ${this.engine}`);
	}
}
