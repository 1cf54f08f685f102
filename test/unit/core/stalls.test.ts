import assert from 'node:assert/strict';
import { Random } from '../../support/random';
import { type HostileText, HostileTexts } from './support/hostileTexts';
import { type Reader, readers } from './support/readers';

/** `STALL_ROUNDS` and `STALL_SEED` look further than a run of all tests has time for. */
const rounds = Number(process.env['STALL_ROUNDS'] ?? 1200);
const seed = Number(process.env['STALL_SEED'] ?? 20_261_122);

const kilobyte = 1024;
/** Most texts are short, since what grows with the square shows soon. */
const sizes = [4, 16, 16, 16, 16, 32, 32, 64, 256] as const;

/** Nobody notices a shorter pause; a machine that does much else is several times slower (milliseconds of the processor). */
const stall = 4 * 250;
/** What takes longer is measured again; everything linear takes a fraction of it (milliseconds a kilobyte). */
const suspicious = 0.7;

/** Milliseconds of the processor, since others may use the machine as well. */
function timeOf(action: () => void): number {
	const start = process.cpuUsage();
	action();
	return process.cpuUsage(start).user / 1000;
}

function best(action: () => void): number {
	let least = Number.POSITIVE_INFINITY;
	for (let time = 0; time < 3; time++) {
		least = Math.min(least, timeOf(action));
	}
	return least;
}

/** What is wrong with how long it takes; undefined if nothing is. */
function complaint({ read }: Reader, text: HostileText, size: number): string | undefined {
	const whole = text.make(size);
	if (timeOf(() => read(whole)) < Math.max(8, (suspicious * size) / kilobyte)) {
		return undefined;
	}
	const quarter = text.make(size / 4);
	const [small, large] = [best(() => read(quarter)), best(() => read(whole))];
	const grows = large > 8 * small && large > 40;
	return grows || large > stall
		? `${small.toFixed(1)} ms for ${size / 4 / kilobyte} KB, ${large.toFixed(1)} ms for ${size / kilobyte} KB`
		: undefined;
}

describe('No text of strangers', () => {
	it('stops the product, whatever it repeats', function () {
		this.timeout(0);
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
