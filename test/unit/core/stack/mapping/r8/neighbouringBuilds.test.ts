import assert from 'node:assert/strict';
import { atOnce } from '../../../../../../src/core/common/steps';
import type { ClassNames } from '../../../../../../src/core/stack/mapping/r8/classMapping';
import { retraceFit } from '../../../../../../src/core/stack/mapping/r8/retraceFit';
import { plainTrace } from '../../../../../../src/core/stack/mapping/result/mapped';
import { Random } from '../../../../../support/random';
import { javaTrace } from '../support/javaTrace';
import { namesOf, retraced } from '../support/mappingText';
import { type MinifiedFrame, makeApp, minify, nextBuild } from '../support/minifiedApp';

/** How many classes and methods a next build changes, and in how many of a hundred traces that must show. */
const distances = [
	{ title: 'a method', classes: 0, methods: 1, refused: 0 },
	{ title: 'a class', classes: 1, methods: 0, refused: 15 },
	{ title: 'a few of each', classes: 4, methods: 10, refused: 60 },
	{ title: 'one in ten', classes: 20, methods: 30, refused: 90 },
	{ title: 'one in three', classes: 70, methods: 100, refused: 95 },
];
const apps = 2;
const tracesOfApp = 100;

/** Of four own frames and more. */
function traceOf(frames: readonly MinifiedFrame[], random: Random): readonly MinifiedFrame[] {
	return random.times(4 + random.below(12), () => frames[random.below(frames.length)] ?? { text: '', originals: [] });
}

function fitOf(frames: readonly MinifiedFrame[], names: ClassNames) {
	return atOnce(retraceFit(parsed(frames), names, { headers: [], ofVersion: false }));
}

function parsed(frames: readonly MinifiedFrame[]) {
	const own = frames.map(({ text }) => text).join('\n');
	return javaTrace(`${own}\n\tat android.os.Looper.loop(Looper.java:288)\n\tat java.lang.Thread.run(Thread.java:1012)`);
}

function shownOf(frames: readonly MinifiedFrame[], names: ClassNames): readonly string[] {
	return atOnce(plainTrace(retraced(parsed(frames), names))).lines.slice(0, -2);
}

/** @returns the share of refused traces, in a hundred */
function refusedOf({ classes, methods }: (typeof distances)[number]): number {
	let refused = 0;
	for (let seed = 1; seed <= apps; seed++) {
		const random = new Random(seed);
		const app = makeApp(random, 220);
		const own = minify(app);
		const ownNames = namesOf(own.mapping);
		const otherNames = namesOf(minify(nextBuild(app, random, classes, methods)).mapping);
		for (let number = 0; number < tracesOfApp; number++) {
			const frames = traceOf(own.frames, random);
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

describe('The mapping of a neighbouring build', () => {
	for (const distance of distances) {
		it(`is refused or called unproven where ${distance.title} changed, the right one never`, () => {
			const refused = refusedOf(distance);
			assert.ok(refused >= distance.refused, `${refused} of a hundred`);
		});
	}
});
