import { Scheduler } from '../../../common/scheduler';
import type { Snapshot } from '../../query/execution/snapshot';
import { type Times, timesOfColumn } from '../../query/execution/times';

/** The smallest number that is interpreted as milliseconds. In seconds, it would be in the year 5138. */
const firstMilliseconds = 100_000_000_000;

/** Range of plausible times in Unix seconds (2001 to 2096). Numeric record IDs are rarely all in this range. */
const plausibleSeconds = { first: 1_000_000_000, last: 4_000_000_000 };

const usualName = /time|date|(?:^|_)(?:ts|at|on)$|At$|created|occurred|seen|logged/i;

const usualId = /(?:^|_)id$|[a-z]I[dD]$/;

/**
 * Finds the time column by its name. If no column has a known name, selects a column that contains only plausible Unix
 * seconds or milliseconds.
 */
export async function findTimeColumn(snapshot: Snapshot, signal: AbortSignal): Promise<number | undefined> {
	const { timeColumn, deviceColumn } = snapshot.info;
	if (timeColumn !== undefined) {
		return timeColumn;
	}
	const candidates = snapshot.allColumns
		.map(({ name, kind }, index) => ({ name, kind, index }))
		.filter(({ name, kind, index }) => kind === 'integer' && index !== deviceColumn && !usualId.test(name))
		.sort((one, other) => Number(usualName.test(other.name)) - Number(usualName.test(one.name)));
	const scheduler = new Scheduler(signal);
	for (const { index } of candidates) {
		const times = await timesOfColumn(snapshot, index, scheduler);
		if (await isPlausible(times, snapshot.records, scheduler)) {
			return index;
		}
	}
	return undefined;
}

/** Returns the times of a column in Unix seconds, with NaN for records without a time. */
export async function readSeconds(snapshot: Snapshot, column: number, signal: AbortSignal): Promise<Times> {
	const scheduler = new Scheduler(signal);
	const times = await timesOfColumn(snapshot, column, scheduler);
	if (snapshot.column(column).kind === 'time') {
		return times;
	}
	const seconds = new Float64Array(snapshot.records);
	await scheduler.forEachBatch(snapshot.records, (from, to) => {
		for (let record = from; record < to; record++) {
			const time = times[record] ?? Number.NaN;
			seconds[record] = Math.abs(time) >= firstMilliseconds ? Math.floor(time / 1000) : time;
		}
	});
	return seconds;
}

async function isPlausible(times: Times, records: number, scheduler: Scheduler): Promise<boolean> {
	let present = 0;
	let plausible = 0;
	let milliseconds = 0;
	await scheduler.forEachBatch(records, (from, to) => {
		for (let record = from; record < to; record++) {
			const time = times[record] ?? Number.NaN;
			if (!Number.isNaN(time)) {
				present++;
				const isMilliseconds = time >= firstMilliseconds;
				const seconds = isMilliseconds ? time / 1000 : time;
				milliseconds += isMilliseconds ? 1 : 0;
				plausible += seconds >= plausibleSeconds.first && seconds <= plausibleSeconds.last ? 1 : 0;
			}
		}
	});
	return present > 0 && plausible === present && (milliseconds === 0 || milliseconds === present);
}
