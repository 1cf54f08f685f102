import assert from 'node:assert/strict';
import type { CooperativeTask } from '../../../src/core/common/cooperativeTask';
import { measured } from '../../support/measured';
import { processorTime } from '../../support/processorTime';
import { Random } from '../../support/random';
import { type HostileText, HostileTexts } from './support/hostileTexts';
import type { Reader } from './support/reader';
import { readers } from './support/readers';

/** `STALL_ROUNDS` and `STALL_SEED` configure longer searches than a regular test run has time for. */
const rounds = Number(process.env['STALL_ROUNDS'] ?? 1200);
const seed = Number(process.env['STALL_SEED'] ?? 20_261_122);

const kilobyte = 1024;
/** Most texts are short, because quadratic growth shows early. */
const sizes = [4, 16, 16, 16, 16, 32, 32, 64, 256] as const;

/** Longest pause that users do not notice, in milliseconds of processor time. */
const stall = 250;
/** Time above which a text is measured again, in milliseconds per kilobyte. Linear code is several times faster. */
const suspicious = 0.7;
/** Time below which a text is never measured again, in milliseconds. */
const quick = 8;
/** Maximum ratio of the times for a text and a quarter of it, if longer than `worthTelling` milliseconds. */
const growth = 8;
const worthTelling = 40;

/** Processor time in milliseconds. */
interface Took {
	readonly all: number;
	/** Longest time between two yield points, or the total time if there are no yield points. */
	readonly longest: number;
}

function getTime(read: () => unknown): Took {
	const start = processorTime();
	const steps = read();
	let last = processorTime();
	let longest = last - start;
	for (let ended = !isSteps(steps); !ended; ) {
		ended = (steps as CooperativeTask<unknown>).next(false).done === true;
		const now = processorTime();
		longest = Math.max(longest, now - last);
		last = now;
	}
	return { all: last - start, longest };
}

function isSteps(value: unknown): value is CooperativeTask<unknown> {
	return typeof value === 'object' && value !== null && 'next' in value && Symbol.iterator in value;
}

/** Returns the shortest of three measurements to exclude garbage collection. */
function best(read: () => unknown): Took {
	const times = [getTime(read), getTime(read), getTime(read)];
	return {
		all: Math.min(...times.map(({ all }) => all)),
		longest: Math.min(...times.map(({ longest }) => longest)),
	};
}

function complaint({ read }: Reader, text: HostileText, size: number): string | undefined {
	const whole = text.make(size);
	if (getTime(() => read(whole)).all < Math.max(quick, (suspicious * size) / kilobyte)) {
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

describe('processing time of random untrusted text', () => {
	measured('processing untrusted text never blocks a thread, even if the text repeats', () => {
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
