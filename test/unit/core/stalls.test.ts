import assert from 'node:assert/strict';
import type { Steps } from '../../../src/core/common/steps';
import { measured } from '../../support/measured';
import { processorTime } from '../../support/processorTime';
import { Random } from '../../support/random';
import { type HostileText, HostileTexts } from './support/hostileTexts';
import type { Reader } from './support/reader';
import { readers } from './support/readers';

/** `STALL_ROUNDS` and `STALL_SEED` look further than a run of all tests has time for. */
const rounds = Number(process.env['STALL_ROUNDS'] ?? 1200);
const seed = Number(process.env['STALL_SEED'] ?? 20_261_122);

const kilobyte = 1024;
/** Most texts are short, since what grows with the square shows soon. */
const sizes = [4, 16, 16, 16, 16, 32, 32, 64, 256] as const;

/** Nobody notices a shorter pause (milliseconds of the processor). */
const stall = 250;
/** What takes longer is measured again; everything linear takes a fraction of it (milliseconds a kilobyte). */
const suspicious = 0.7;
/** What takes less is not worth measuring again (milliseconds). */
const quick = 8;
/** Four times the text may take so much more, and then it must be worth speaking of (milliseconds). */
const growth = 8;
const worthTelling = 40;

/** Milliseconds of the processor. */
interface Took {
	readonly all: number;
	/** Between two places where the work may be interrupted; all of it where there are none. */
	readonly longest: number;
}

function timeOf(read: () => unknown): Took {
	const start = processorTime();
	const steps = read();
	let last = processorTime();
	let longest = last - start;
	for (let ended = !isSteps(steps); !ended; ) {
		ended = (steps as Steps<unknown>).next(false).done === true;
		const now = processorTime();
		longest = Math.max(longest, now - last);
		last = now;
	}
	return { all: last - start, longest };
}

function isSteps(value: unknown): value is Steps<unknown> {
	return typeof value === 'object' && value !== null && 'next' in value && Symbol.iterator in value;
}

/** Of three times, lest the collection of garbage counts. */
function best(read: () => unknown): Took {
	const times = [timeOf(read), timeOf(read), timeOf(read)];
	return {
		all: Math.min(...times.map(({ all }) => all)),
		longest: Math.min(...times.map(({ longest }) => longest)),
	};
}

/** What is wrong with how long it takes; undefined if nothing is. */
function complaint({ read }: Reader, text: HostileText, size: number): string | undefined {
	const whole = text.make(size);
	if (timeOf(() => read(whole)).all < Math.max(quick, (suspicious * size) / kilobyte)) {
		return undefined;
	}
	const large = best(() => read(whole));
	if (large.longest <= stall && large.all <= worthTelling) {
		return undefined;
	}
	const quarter = text.make(size / 4);
	const small = best(() => read(quarter));
	return large.longest > stall || large.all > growth * small.all + worthTelling
		? `${small.all.toFixed(1)} ms for ${size / 4 / kilobyte} KB, ${large.all.toFixed(1)} ms for ${size / kilobyte} KB, ${large.longest.toFixed(1)} ms at a stretch`
		: undefined;
}

describe('No text of strangers', () => {
	measured('stops the product, whatever it repeats', () => {
		const random = new Random(seed);
		const texts = new HostileTexts(seed);
		const complaints: string[] = [];
		for (let round = 0; round < rounds; round++) {
			const [reader, text, size] = [random.pick(readers), texts.next(), random.pick(sizes) * kilobyte];
			const found = complaint(reader, text, size);
			if (found !== undefined) {
				complaints.push(`${reader.name}: ${found}: ${text.recipe}`);
			}
		}
		assert.deepEqual(complaints, []);
	});
});
