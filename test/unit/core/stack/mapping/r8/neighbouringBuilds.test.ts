import assert from 'node:assert/strict';
import { runSynchronously } from '../../../../../../src/core/common/cooperativeTask';
import {
	applyMappings,
	type MappingFileRef,
	type OtherTraces,
} from '../../../../../../src/core/stack/mapping/applyMappings';
import type { MappingSource } from '../../../../../../src/core/stack/mapping/openMappings';
import type { ClassNames } from '../../../../../../src/core/stack/mapping/r8/classMapping';
import { retraceFit } from '../../../../../../src/core/stack/mapping/r8/retraceFit';
import { plainTrace } from '../../../../../../src/core/stack/mapping/result/plainLines';
import { differentTraces, explainsVersion } from '../../../../../../src/core/stack/mapping/versionFit';
import { isWhole } from '../../../../../support/length';
import { Random } from '../../../../../support/random';
import { javaTrace } from '../support/javaTrace';
import { getNames, retraced } from '../support/mappingText';
import { type Minified, type MinifiedFrame, makeApp, minify, nextBuild } from '../support/minifiedApp';

/** Changes in the next build, and the minimum number of rejections among a hundred stack traces. */
const distances = [
	{ title: 'a method', classes: 0, methods: 1, refused: 0 },
	{ title: 'a class', classes: 1, methods: 0, refused: 15 },
	{ title: 'a few methods and classes', classes: 4, methods: 10, refused: 60 },
	{ title: 'one in ten classes', classes: 20, methods: 30, refused: 90 },
	{ title: 'one in three classes', classes: 70, methods: 100, refused: 95 },
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

interface Judged {
	readonly shown: number;
	readonly wrong: number;
}

const classesIn = (text: readonly string[]) => text.map((line) => /at (.*)\.[^.(]+\(/.exec(line)?.[1] ?? '').join('\n');

/** Each trace of four and more frames is judged together with the other traces of the version. */
function judgedTogether(own: Minified, names: ClassNames, traces: number, random: Random): Judged {
	const all = random.times(traces, () => getTrace(own.frames, random));
	const others = differentTraces(all.map(parsed));
	const isExplained = runSynchronously(explainsVersion(others, names, []));
	let shown = 0;
	let wrong = 0;
	for (const frames of isExplained ? all : []) {
		if (fitOf(frames, names).kind === 'fits') {
			shown++;
			const right = frames.flatMap(({ originals }) => originals);
			wrong += Number(classesIn(shownOf(frames, names)) !== classesIn(right));
		}
	}
	return { shown, wrong };
}

const [versions, tracesOfVersion] = isWhole ? [25, 40] : [2, 40];

describe('mapping file checked against all stack traces of a version', () => {
	it("shows no wrong class names if only the next build's mapping is available", function () {
		this.timeout(120_000);
		for (const { title, classes, methods } of distances.slice(1)) {
			for (let seed = 1; seed <= versions; seed++) {
				const random = new Random(100 * seed);
				const app = makeApp(random, 220);
				const next = getNames(minify(nextBuild(app, random, classes, methods)).mapping);
				const { wrong } = judgedTogether(minify(app), next, tracesOfVersion, random);
				assert.equal(wrong, 0, `${title}, application ${seed}`);
			}
		}
	});

	it('applies a mapping to every stack trace from the same build', function () {
		this.timeout(120_000);
		let shown = 0;
		for (let seed = 1; seed <= versions; seed++) {
			const random = new Random(100 * seed);
			const own = minify(makeApp(random, 220));
			const judged = judgedTogether(own, getNames(own.mapping), tracesOfVersion, random);
			assert.equal(judged.wrong, 0);
			shown += judged.shown;
		}
		assert.equal(shown, versions * tracesOfVersion);
	});

	it('accepts a mapping even if a few stack traces contain code that is not in it', () => {
		const random = new Random(7);
		const own = minify(makeApp(random, 220));
		const strange = [1].map((line) => ({ text: `\tat q9.z.a(SourceFile:${line})`, originals: [] }));
		const all = [...random.times(60, () => getTrace(own.frames, random)), strange];
		const isExplained = (traces: readonly (readonly MinifiedFrame[])[]) =>
			runSynchronously(explainsVersion(traces.map(parsed), getNames(own.mapping), []));
		assert.equal(isExplained(all), true);
		assert.equal(isExplained(all.slice(-10)), false);
	});

	it('rejects a mapping that matches a stack trace but not the other stack traces from its version', async () => {
		const random = new Random(9);
		const app = makeApp(random, 220);
		const own = minify(app);
		const next = minify(nextBuild(app, random, 20, 30));
		const all = random.times(400, () => getTrace(own.frames, random).slice(0, 4));
		const mapping = getNames(next.mapping);
		const trace = all.find((frames) => fitOf(frames, mapping).kind === 'fits');
		assert.ok(trace);
		const source: MappingSource = {
			classes: async () => ({ kind: 'opened', mapping: { names: mapping, headers: [], has: () => true } }),
			sourceMap: () => assert.fail(),
		};
		const usedWith = async (file: Partial<MappingFileRef>, others?: OtherTraces) => {
			const files = [{ kind: 'r8', path: '/mapping.txt', ...file } as const];
			const { tried } = await applyMappings(parsed(trace), files, source, new AbortController().signal, others);
			return tried.map(({ result }) => result.kind);
		};
		const others = async () => all.slice(0, 32).map(parsed);
		assert.deepEqual(await usedWith({}), ['used']);
		assert.deepEqual(await usedWith({}, others), ['doesNotFit']);
		assert.deepEqual(await usedWith({ chosen: true }, others), ['used']);
		assert.deepEqual(await usedWith({ ofVersion: true }, others), ['used']);
	});
});

describe('mapping file from an adjacent build', () => {
	for (const distance of distances) {
		it(`accepts only the correct build's mapping file as proven after ${distance.title} changed`, () => {
			const refused = refusedOf(distance);
			assert.ok(refused >= distance.refused, `${refused} of a hundred`);
		});
	}
});
