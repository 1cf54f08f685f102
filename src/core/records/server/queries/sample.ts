import { isProblem } from '../../../common/errors';
import type { ServerViews } from '../dataset/views';

/** Approximate number of records in a sample. */
const sampledRecords = 1_000_000;

interface ExactOrSampled<T> {
	/** Identifies the kind of query. Once a kind has exceeded the limits, a sample is used immediately. */
	readonly id: string;
	readonly exact: () => Promise<T>;
	/** @param share The sample contains one in this many records or devices */
	readonly sampled: (share: number) => Promise<T>;
}

/** Runs a query on all records or, if that exceeds the limits of the server, on a sample. */
export async function exactOrSampled<T>(views: ServerViews, { id, exact, sampled }: ExactOrSampled<T>): Promise<T> {
	const share = Math.max(2, Math.ceil(views.dataset.info.total / sampledRecords));
	if (views.sampled.has(id)) {
		return sampled(share);
	}
	try {
		return await exact();
	} catch (error) {
		if (!isProblem(error, 'databaseTooMuch') || error.problem.limit === 'disk') {
			throw error;
		}
		views.sampled.add(id);
		return sampled(share);
	}
}

/** Returns an SQL condition for all records of a sample of devices, and a sample of the records without a device. */
export function ofSampledDevices(share: number): string {
	return `intHash64(if(_device != 0, _device, _n)) % ${share} = 0`;
}

/** Returns an SQL condition for a pseudorandom sample of the values of a numeric column. */
export function inSample(column: '_n' | '_device', share: number): string {
	return `intHash64(${column}) % ${share} = 0`;
}
