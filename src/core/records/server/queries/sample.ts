import { isProblem } from '../../../common/errors';
import type { ServerViews } from '../dataset/views';

const sampledRecords = 1_000_000;

interface ExactOrSampled<T> {
	/** ID of a kind of query. After one such query has exceeded the limits, the next one begins with a smaller sample. */
	readonly id: string;
	readonly exact: () => Promise<T>;
	/** @param share The sample contains one in this many records or devices. */
	readonly sampled: (share: number) => Promise<T>;
}

/** If a sample exceeds the limits, the next sample is smaller by this factor. */
const reduction = 8;

const fewestRecords = 100;

/**
 * Queries all records or, if that exceeds the server's limits, smaller and smaller samples. If the client's own time
 * limit ends a query, only one sample is tried, because the server may be unreachable.
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
				// The next query includes all records again, because the server may be reachable then.
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

/** Returns an SQL condition for all records of sampled devices and for a sample of records without a device. */
export function ofSampledDevices(share: number): string {
	return `intHash64(if(_device != 0, _device, _n)) % ${share} = 0`;
}

export function inSample(column: '_n' | '_device', share: number): string {
	return `intHash64(${column}) % ${share} = 0`;
}
