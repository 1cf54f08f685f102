import { AppError } from '../../common/errors';
import type { DatabaseClient } from '../../database/databaseClient';
import { type BegunLoad, readLoads } from '../server/dataset/loads';
import { Claim, type ClaimTiming } from './claim';
import { abandon, totalOf } from './loadStates';

export interface LoadEntry {
	readonly load: number;
	/** Time when the load finished, in Unix seconds. */
	readonly at: number;
	readonly records: number;
	readonly added: number;
	/** Numbers of the later loads that contain some of this load's records. */
	readonly sharedBy: readonly number[];
}

export interface RemovedLoad {
	readonly removed: number;
	/** Whether the server deletes the records. If not, the records are hidden. */
	readonly deleted: boolean;
	readonly total: number;
}

export async function listLoads(
	client: DatabaseClient,
	dataset: string,
	signal: AbortSignal,
): Promise<readonly LoadEntry[]> {
	const loads = await readLoads(client, dataset, signal);
	return loads.flatMap(({ load, at, facts }) =>
		facts ? [{ load, at, records: facts.records, added: facts.added, sharedBy: sharedBy(loads, load) }] : [],
	);
}

/**
 * Removes the records that a load added, but no records of other loads.
 * @throws AppError `loadShared` if later loads contain some of the records, or `datasetLoad`.
 */
export async function removeLoad(
	client: DatabaseClient,
	{ dataset, load, timing }: { readonly dataset: string; readonly load: number; readonly timing?: ClaimTiming },
	signal: AbortSignal,
): Promise<RemovedLoad> {
	await using claim = await Claim.take(client, dataset, { onWaiting: () => undefined, timing }, signal);
	const within = AbortSignal.any([signal, claim.signal]);
	const loads = await readLoads(client, dataset, within);
	if (!loads.some((other) => other.load === load)) {
		throw new AppError({ kind: 'datasetLoad', fault: 'unknownLoad' });
	}
	const by = sharedBy(loads, load);
	if (by.length > 0) {
		throw new AppError({ kind: 'loadShared', load, by });
	}
	const target = { client, dataset };
	const { records, deleted } = await abandon(target, claim, load, within);
	await claim.check(within);
	return { removed: records, deleted, total: await totalOf(target, within) };
}

function sharedBy(loads: readonly BegunLoad[], load: number): readonly number[] {
	return loads.filter(({ facts }) => (facts?.shared?.[load] ?? 0) > 0).map((other) => other.load);
}
