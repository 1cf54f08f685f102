import { AppError, type Problem } from '../../../src/core/common/errors';
import { KeyedQueue } from '../../../src/core/common/keyedQueue';
import type { NetworkSettings } from '../../../src/core/common/networkSettings';
import type { ExportEntry, ExportProgress } from '../../../src/core/export/model/entry';
import { runExport } from '../../../src/core/export/run/runExport';
import { ExportLocks } from '../../../src/core/locks/exportLock';
import { FieldTable } from '../../../src/core/plan/fields';
import type { Plan } from '../../../src/core/plan/plan';
import { utc, type Zone } from '../../../src/core/plan/range';
import { Connections, type Environment } from '../../../src/core/service/dispatcher';
import { type Clock, defaultDelays, type RetryDelays, systemClock } from '../../../src/core/service/retryDelays';
import { ServiceClient } from '../../../src/core/service/serviceClient';
import type { TargetSource } from '../../../src/core/service/serviceTarget';
import { createTransport } from '../../../src/core/service/transport';
import { defaultNetwork } from '../defaultNetwork';
import { keep, keepError, secrets } from './run';

/** Speed of the product's clock, relative to real time. A wait of one minute takes 60 ms. */
const clockFactor = 1000;

const quickClock: Clock = {
	...systemClock,
	elapsed: () => performance.now() * clockFactor,
	sleep: (milliseconds, signal) => systemClock.sleep(milliseconds / clockFactor, signal),
};

export interface HarnessOptions {
	readonly baseUrl: string;
	readonly library: string;
	readonly plan: Plan;
	readonly zone?: Zone;
	readonly network?: Partial<NetworkSettings>;
	readonly environment?: Environment;
	readonly systemCertificates?: readonly string[];
	readonly allowInsecure?: boolean;
	readonly failures?: number;
	readonly waitLimitMinutes?: number;
	readonly onRenew?: (token: string) => void;
	readonly signal?: AbortSignal;
}

export type Outcome =
	| { readonly kind: 'entry'; readonly entry: ExportEntry }
	| { readonly kind: 'problem'; readonly problem: Problem };

export interface Ran {
	readonly outcome: Outcome;
	readonly states: readonly ExportProgress[];
}

/** Runs an export as in production, except that the clock for delays is faster. */
export async function runReally(options: HarnessOptions): Promise<Ran> {
	const { network, environment = {}, systemCertificates = [], failures } = options;
	await using connections = new Connections({ ...defaultNetwork, ...network }, environment, () => systemCertificates);
	const log = (level: string, message: string) => keep('log.txt', `${level} ${message}`);
	const delays: RetryDelays =
		failures === undefined ? defaultDelays : { ...defaultDelays, failed: { ...defaultDelays.failed, times: failures } };
	const client = new ServiceClient({ transport: createTransport(connections, log), log, clock: quickClock, delays });
	const states: ExportProgress[] = [];
	const report = (state: ExportProgress) => {
		states.push(state);
		keep('states.txt', JSON.stringify(state));
	};
	const fields = new FieldTable();
	const targets = targetsOf(options);
	try {
		const entry = await runExport(
			{ service: options.baseUrl, plan: options.plan, zone: options.zone ?? utc, fields, library: options.library },
			{
				running: new Set(),
				locks: new ExportLocks(),
				queue: new KeyedQueue(),
				exportErrors: (question, consume, signal, onState, _fields, isQueued) =>
					client.exportErrors(question, fields, targets, consume, {
						signal,
						onState,
						noCache: !isQueued,
						waitLimitMs: (options.waitLimitMinutes ?? 60) * 60_000,
					}),
			},
			options.signal ?? new AbortController().signal,
			report,
		);
		return { outcome: { kind: 'entry', entry }, states };
	} catch (error) {
		keepError(error);
		if (!(error instanceof AppError)) {
			throw error;
		}
		keep('problems.txt', JSON.stringify(error.problem));
		return { outcome: { kind: 'problem', problem: error.problem }, states };
	}
}

function targetsOf({ baseUrl, allowInsecure = false, onRenew }: HarnessOptions): TargetSource {
	const target = { baseUrl, allowInsecure };
	return {
		get: async () => ({ ...target, token: secrets.token }),
		renew: async ({ token }) => {
			onRenew?.(token);
			return { ...target, token: secrets.renewedToken };
		},
	};
}
