import { isProblem } from '../../core/common/errors';
import type { Application } from '../../core/service/application';
import type { EngineClient } from '../../engine/engineClient';
import type { CommandLineAccount } from './account';

interface Service {
	readonly engine: Pick<EngineClient, 'call'>;
	readonly account: Pick<CommandLineAccount, 'ref'>;
	readonly signal: AbortSignal;
}

/** Returns the applications of the service, or none if the list can't be read. Throws if the service refuses the token. */
export async function knownApplications({ engine, account, signal }: Service): Promise<readonly Application[]> {
	try {
		return (await engine.call('listApplications', { account: account.ref }, { signal })).applications;
	} catch (error) {
		// A refused token would also make later requests fail. Other errors affect only the application list.
		if (isProblem(error, 'unauthorized') || isProblem(error, 'signedOut') || isProblem(error, 'cancelled')) {
			throw error;
		}
		return [];
	}
}
