import { isProblem } from '../../../common/errors';
import type { ServerViews } from '../dataset/views';

const sampledRecords = 1_000_000;

interface ExactOrSampled<T> {
	/**
	 * ID that similar queries share. If a query exceeds the server's limits, the next query begins with a smaller sample.
	 */
	readonly id: string;
	readonly exact: () => Promise<T>;
	/** @param share Reciprocal of the sampling rate: with 10, a tenth of the records or devices is queried */
	readonly sampled: (share: number) => Promise<T>;
}

/** If a sample exceeds the limits, the next sample is smaller by this factor. */
const reduction = 8;

const fewestRecords = 100;

/**
 * Queries all records. If that exceeds the server's limits, queries smaller and smaller samples. After a timeout of the
 * client, only one sample is tried, because the server may be unreachable.
 */
export async function exactOrSampled<T>(views: ServerViews, { id, exact, sampled }: ExactOrSampled<T>): Promise<T> {
	const { total } = views.dataset.info;
	const first = Math.max(2, Math.ceil(total / sampledRecords));
	let hasTimedOut = false;
	for (let share = views.sampled.get(id) ?? 1; ; ) {
		try {
			return await (share === 1 ? exact() : sampled(share));
		} catch (error) {
			const next = share === 1 ? first : share * reduction;
			const isLast = share > 1 && total / next < fewestRecords;
			const isTimeout = isProblem(error, 'databaseNetwork') && error.problem.fault === 'timeout';
			const isTooMuch = isProblem(error, 'databaseTooMuch') && error.problem.limit !== 'disk';
			if (isLast || (isTimeout ? hasTimedOut : !isTooMuch)) {
				// After a timeout, the server may be reachable next time, so the next query includes all records again.
				if (hasTimedOut) {
					views.sampled.delete(id);
				}
				throw error;
			}
			hasTimedOut ||= isTimeout;
			views.sampled.set(id, next);
			share = next;
		}
	}
}

/** Returns an SQL condition for all records of the sampled devices and for a sample of the records without a device. */
export function ofSampledDevices(share: number): string {
	return `intHash64(if(_device != 0, _device, _n)) % ${share} = 0`;
}

export function inSample(column: '_n' | '_device', share: number): string {
	return `intHash64(${column}) % ${share} = 0`;
}
