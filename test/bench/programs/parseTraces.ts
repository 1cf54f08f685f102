import { groupKey } from '../../../src/core/stack/grouping/groupKey';
import { parseTrace } from '../../../src/core/stack/parse/parseTrace';
import { sampleTraces } from '../../unit/core/stack/support/sampleTraces';

/** Duration of each measurement in milliseconds. */
const length = 500;

function main(): void {
	const texts = sampleTexts();
	rateOf(texts.flat());
	const rates = texts.map(rateOf);
	const megabyte =
		'java.lang.StackOverflowError: stack size 8188KB\n' +
		'\tat com.example.shop.Tree.depthOf(Tree.kt:22)\n'.repeat(23_000);
	const times = Array.from({ length: 5 }, () => {
		const started = performance.now();
		parseTrace(megabyte);
		return performance.now() - started;
	}).sort((a, b) => a - b);
	console.log(
		JSON.stringify({
			allMbPerS: rateOf(texts.flat()),
			slowestMbPerS: Math.min(...rates),
			fastestMbPerS: Math.max(...rates),
			megabyteMs: times[2],
		}),
	);
}

function sampleTexts(): string[][] {
	const traces = sampleTraces(4);
	return [...new Set(traces.map(({ application }) => application))].map((wanted) =>
		traces.filter(({ application }) => application === wanted).map(({ text }) => text.slice(0, 2048)),
	);
}

/** Returns the throughput in megabytes per second. */
function rateOf(texts: readonly string[]): number {
	const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
	const started = performance.now();
	let done = 0;
	while (performance.now() - started < length) {
		for (const text of texts) {
			groupKey(parseTrace(text));
		}
		done += bytes;
	}
	return done / 1000 / (performance.now() - started);
}

main();
