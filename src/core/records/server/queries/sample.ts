import { isProblem } from '../../../common/errors';
import type { ServerViews } from '../dataset/views';

const sampledRecords = 1_000_000;

interface ExactOrSampled<T> {
	/** Identifies the kind of query. Once a kind has exceeded the limits, a smaller sample is used immediately. */
	readonly id: string;
	readonly exact: () => Promise<T>;
	/** @param share The sample contains one in this many records or devices */
	readonly sampled: (share: number) => Promise<T>;
}

/** If a sample exceeds the limits, the next sample is smaller by this factor. */
const reduction = 8;

const fewestRecords = 100;

/**
 * Runs a query on all records or, if that exceeds the limits of the server, on smaller and smaller samples. After the
 * client's own time limit has ended a query, only one sample is tried, because the server may be unreachable.
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
				// After an outage, the next query is exact again.
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

/** Selects all records of sampled devices, and a sample of the records without a device. */
export function ofSampledDevices(share: number): string {
	return `intHash64(if(_device != 0, _device, _n)) % ${share} = 0`;
}

export function inSample(column: '_n' | '_device', share: number): string {
	return `intHash64(${column}) % ${share} = 0`;
}
