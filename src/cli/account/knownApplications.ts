import { isProblem } from '../../core/common/errors';
import type { Application } from '../../core/service/application';
import type { EngineClient } from '../../engine/engineClient';
import type { CommandLineAccount } from './account';

interface Service {
	readonly engine: Pick<EngineClient, 'call'>;
	readonly account: Pick<CommandLineAccount, 'ref'>;
	readonly signal: AbortSignal;
}

/** Returns the service's applications, or an empty list if they can't be read. Throws if the token is rejected. */
export async function knownApplications({ engine, account, signal }: Service): Promise<readonly Application[]> {
	try {
		return (await engine.call('listApplications', { account: account.ref }, { signal })).applications;
	} catch (error) {
		// If the token is rejected, later requests would fail too. After other errors, the command can continue.
		if (isProblem(error, 'unauthorized') || isProblem(error, 'signedOut') || isProblem(error, 'cancelled')) {
			throw error;
		}
		return [];
	}
}
