import assert from 'node:assert/strict';
import { runSynchronously } from '../../../../../../src/core/common/cooperativeTask';
import type { ClassNames } from '../../../../../../src/core/stack/mapping/r8/classMapping';
import { retraceFit } from '../../../../../../src/core/stack/mapping/r8/retraceFit';
import { plainTrace } from '../../../../../../src/core/stack/mapping/result/mapped';
import { Random } from '../../../../../support/random';
import { javaTrace } from '../support/javaTrace';
import { getNames, retraced } from '../support/mappingText';
import { type MinifiedFrame, makeApp, minify, nextBuild } from '../support/minifiedApp';

/**
 * Numbers of classes and methods that the next build changes, and the minimum number of rejections among a hundred
 * stack traces.
 */
const distances = [
	{ title: 'a method', classes: 0, methods: 1, refused: 0 },
	{ title: 'a class', classes: 1, methods: 0, refused: 15 },
	{ title: 'a few of each', classes: 4, methods: 10, refused: 60 },
	{ title: 'one in ten', classes: 20, methods: 30, refused: 90 },
	{ title: 'one in three', classes: 70, methods: 100, refused: 95 },
];
const apps = 2;
const tracesOfApp = 100;

function getTrace(frames: readonly MinifiedFrame[], random: Random): readonly MinifiedFrame[] {
	return random.times(4 + random.below(12), () => frames[random.below(frames.length)] ?? { text: '', originals: [] });
}

function fitOf(frames: readonly MinifiedFrame[], names: ClassNames) {
	return runSynchronously(retraceFit(parsed(frames), names, { headers: [], ofVersion: false }));
}

function parsed(frames: readonly MinifiedFrame[]) {
	const own = frames.map(({ text }) => text).join('\n');
	return javaTrace(`${own}\n\tat android.os.Looper.loop(Looper.java:288)\n\tat java.lang.Thread.run(Thread.java:1012)`);
}

function shownOf(frames: readonly MinifiedFrame[], names: ClassNames): readonly string[] {
	return runSynchronously(plainTrace(retraced(parsed(frames), names))).lines.slice(0, -2);
}

/** @returns The number of rejected stack traces out of a hundred. */
function refusedOf({ classes, methods }: (typeof distances)[number]): number {
	let refused = 0;
	for (let seed = 1; seed <= apps; seed++) {
		const random = new Random(seed);
		const app = makeApp(random, 220);
		const own = minify(app);
		const ownNames = getNames(own.mapping);
		const otherNames = getNames(minify(nextBuild(app, random, classes, methods)).mapping);
		for (let number = 0; number < tracesOfApp; number++) {
			const frames = getTrace(own.frames, random);
			const text = frames.map((frame) => frame.text).join('\n');
			assert.deepEqual(fitOf(frames, ownNames), { kind: 'fits', by: 'names', score: 1 }, text);
			assert.deepEqual(
				shownOf(frames, ownNames),
				frames.flatMap(({ originals }) => originals),
			);
			const fit = fitOf(frames, otherNames);
			refused += Number(fit.kind === 'doesNotFit');
			assert.ok(fit.kind === 'doesNotFit' || (fit.kind === 'fits' && fit.by === 'names'), text);
		}
	}
	return (100 * refused) / (apps * tracesOfApp);
}

describe('mapping file of an adjacent build', () => {
	for (const distance of distances) {
		it(`accepts only the right build's mapping file as proven after ${distance.title} changed`, () => {
			const refused = refusedOf(distance);
			assert.ok(refused >= distance.refused, `${refused} of a hundred`);
		});
	}
});
