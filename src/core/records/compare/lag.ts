import type { Lag } from '../../../shared/comparison';
import type { Pace } from '../../common/pace';
import type { Times } from '../query/work/times';
import { dimensionOf, isOfEvents, receivedColumn } from './clocks';
import { type SelectedSide, spanOfTable } from './selectSide';

/** Of records that do not tell when they were received, what is this new is taken for not full yet (seconds). */
const assumedLag = 86_400;

/** So many tell how late records are. */
const sampled = 20_000;

/** So many of a hundred arrive within `usual`, and within what is left out. */
const shares = { usual: 0.9, leftOut: 0.95 };

/** How late the records of both sides arrive; undefined where none of them is told by when it happened. */
export async function lagOfSides(sides: readonly SelectedSide[], pace: Pace): Promise<Lag | undefined> {
	const late = sides.filter(({ times, question }) => times && dimensionOf(question.facts) === 'default');
	if (late.length === 0) {
		return undefined;
	}
	const lags: Awaited<ReturnType<typeof lagOf>>[] = [];
	for (const side of late) {
		const received = await receivedOf(side, pace);
		lags.push(received && side.times && (await lagOf(side.numbers, side.times, received, pace)));
	}
	return commonLag(lags);
}

/** Up to when nearly all records of a side had arrived when it was asked for; undefined where that is all of it. */
export async function testedUntil(side: SelectedSide, { leftOut }: Lag, pace: Pace): Promise<number | undefined> {
	const { facts } = side.question;
	const last = side.spans?.at(-1)?.until;
	if (last === undefined || !side.times || dimensionOf(facts) === 'receive') {
		return undefined;
	}
	const askedAt = facts?.askedAt ?? (await lastOf(side, (await receivedOf(side, pace)) ?? side.times, pace)) ?? last;
	const until = Math.floor(askedAt - leftOut);
	return until < last ? until : undefined;
}

async function lastOf(side: SelectedSide, times: Times, pace: Pace): Promise<number | undefined> {
	const [span] = await spanOfTable(side, times, pace);
	return span?.until;
}

/** Undefined where the file does not tell, or tells nothing but that. */
async function receivedOf({ prepared, snapshot, timeColumn }: SelectedSide, pace: Pace): Promise<Times | undefined> {
	const column = receivedColumn(snapshot);
	return column === undefined || !isOfEvents(snapshot, timeColumn)
		? undefined
		: prepared.times(snapshot, column, pace.signal);
}

/** How late the records of a side arrive; undefined where none tells. */
async function lagOf(
	numbers: Uint32Array,
	times: Times,
	received: Times,
	pace: Pace,
): Promise<Pick<Lag, 'usual' | 'leftOut'> | undefined> {
	const stride = Math.max(1, Math.ceil(numbers.length / sampled));
	const lags = new Float64Array(Math.ceil(numbers.length / stride));
	let found = 0;
	await pace.walk(lags.length, (from, to) => {
		for (let place = from; place < to; place++) {
			const number = numbers[place * stride] ?? 0;
			const lag = (received[number] ?? Number.NaN) - (times[number] ?? Number.NaN);
			if (!Number.isNaN(lag)) {
				// A clock that is ahead is no reason to wait.
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

/** Of both sides together: the one whose records come later, as the newest ones of the other are not all there. */
function commonLag(lags: readonly (Pick<Lag, 'usual' | 'leftOut'> | undefined)[]): Lag {
	const measured = lags.filter((lag) => lag !== undefined);
	return measured.length === 0
		? { usual: assumedLag, leftOut: assumedLag, measured: false }
		: {
				usual: Math.max(...measured.map(({ usual }) => usual)),
				leftOut: Math.max(...measured.map(({ leftOut }) => leftOut)),
				measured: true,
			};
}
