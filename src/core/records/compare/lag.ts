import type { Lag } from '../../../shared/comparison';
import type { Scheduler } from '../../common/scheduler';
import type { Times } from '../query/execution/times';
import { getDimension, isOfEvents, receivedColumn } from './clocks';
import { type SelectedSide, spanOfTable } from './selectSide';

/** Delay in seconds to assume if the receive times are unknown. */
const assumedLagSeconds = 86_400;

const sampled = 20_000;

/**
 * Quantiles of the delay between an error and the arrival of its record. Errors that occurred within the delay
 * `leftOut` before the request aren't compared, because records of such recent errors may still be missing.
 */
const shares = { usual: 0.9, leftOut: 0.95 };

/** Returns the delay between errors and the arrival of their records, or undefined if no side uses device time. */
export async function lagOfSides(sides: readonly SelectedSide[], scheduler: Scheduler): Promise<Lag | undefined> {
	const late = sides.filter(({ times, question }) => times && getDimension(question.facts) === 'default');
	if (late.length === 0) {
		return undefined;
	}
	const lags: Awaited<ReturnType<typeof lagOf>>[] = [];
	for (const side of late) {
		const received = await receivedOf(side, scheduler);
		lags.push(received && side.times && (await lagOf(side.numbers, side.times, received, scheduler)));
	}
	return commonLag(lags);
}

/**
 * Returns the end of the compared time range. Later records may still be missing. Returns undefined if the entire side
 * can be compared.
 */
export async function testedUntil(
	side: SelectedSide,
	{ leftOut }: Lag,
	scheduler: Scheduler,
): Promise<number | undefined> {
	const { facts } = side.question;
	const last = side.spans?.at(-1)?.until;
	if (last === undefined || !side.times || getDimension(facts) === 'receive') {
		return undefined;
	}
	const askedAt =
		facts?.askedAt ?? (await lastOf(side, (await receivedOf(side, scheduler)) ?? side.times, scheduler)) ?? last;
	const until = Math.floor(askedAt - leftOut);
	return until < last ? until : undefined;
}

async function lastOf(side: SelectedSide, times: Times, scheduler: Scheduler): Promise<number | undefined> {
	const [span] = await spanOfTable(side, times, scheduler);
	return span?.until;
}

async function receivedOf({ snapshot, timeColumn }: SelectedSide, scheduler: Scheduler): Promise<Times | undefined> {
	const column = receivedColumn(snapshot);
	return column === undefined || !isOfEvents(snapshot, timeColumn)
		? undefined
		: snapshot.times(column, scheduler.signal);
}

async function lagOf(
	numbers: Uint32Array,
	times: Times,
	received: Times,
	scheduler: Scheduler,
): Promise<Pick<Lag, 'usual' | 'leftOut'> | undefined> {
	const stride = Math.max(1, Math.ceil(numbers.length / sampled));
	const lags = new Float64Array(Math.ceil(numbers.length / stride));
	let found = 0;
	await scheduler.forEachBatch(lags.length, (from, to) => {
		for (let place = from; place < to; place++) {
			const number = numbers[place * stride] ?? 0;
			const lag = (received[number] ?? Number.NaN) - (times[number] ?? Number.NaN);
			if (!Number.isNaN(lag)) {
				// If the clock of the device is fast, the computed delay is negative. It is replaced by 0.
				lags[found++] = Math.max(0, lag);
			}
		}
	});
	if (found === 0) {
		return undefined;
	}
	const sorted = lags.subarray(0, found).sort();
	const quantile = (share: number) => sorted[Math.min(found - 1, Math.floor(share * found))] ?? 0;
	return { usual: quantile(shares.usual), leftOut: quantile(shares.leftOut) };
}

function commonLag(lags: readonly (Pick<Lag, 'usual' | 'leftOut'> | undefined)[]): Lag {
	const measured = lags.filter((lag) => lag !== undefined);
	return measured.length === 0
		? { usual: assumedLagSeconds, leftOut: assumedLagSeconds, measured: false }
		: {
				usual: Math.max(...measured.map(({ usual }) => usual)),
				leftOut: Math.max(...measured.map(({ leftOut }) => leftOut)),
				measured: true,
			};
}
