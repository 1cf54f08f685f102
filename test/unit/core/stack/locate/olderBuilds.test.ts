import * as assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Located } from '../../../../../src/core/stack/locate/frameTarget';
import { locateFrame } from '../../../../../src/core/stack/locate/locateFrame';
import type { SourceWorld } from '../../../../../src/core/stack/locate/sourceWorld';
import { parseTrace } from '../../../../../src/core/stack/parse/parseTrace';
import { Random } from '../../../../support/random';
import { type Build, type CompiledFrame, compiledFrame, getTrace } from './support/compiledFrames';
import { described } from './support/labels';
import { functionAt, getLayout, type SourceLine } from './support/layout';
import { rewritten } from './support/rewriting';
import { diskWorld, type Folder, fixture, labelledWorkspaces } from './support/workspace';

const folders: readonly Folder[] = [
	...labelledWorkspaces.map(fixture),
	fixture('callbacks'),
	{ name: 'samples', path: path.resolve('samples/workspace') },
];
const extensions = /\.(?:kt|java|cs|dart|tsx?|jsx?|swift|m|cpp)$/;
/** Build output, and classes that exist in two build variants. A frame does not show the variant. */
const others = /\bbuild\/|\/(?:debug|release)\//;
const histories = 6;
/** Maximum number of frames of one kind and function. More of them would add no information. */
const framesOfFile = 14;
const maxSilentlyWrong = 0.003;
const minExact = 0.995;

interface Asked {
	readonly frame: CompiledFrame;
	readonly world: SourceWorld;
	readonly trace: string;
}

async function answerTo({ trace: text, world }: Asked, file: string, now: string): Promise<Located | undefined> {
	const trace = parseTrace(text);
	const frame = trace.sections.flatMap(({ lines }) => lines).at(-1);
	const changed: SourceWorld = {
		...world,
		read: async (asked, signal) => (asked.path === file ? now : world.read(asked, signal)),
	};
	return frame === undefined || frame.kind === 'raw' ? undefined : locateFrame({ frame, trace }, changed);
}

function buildsOf({ path: root }: Folder): Build[] {
	return readdirSync(root, { recursive: true, encoding: 'utf8' })
		.map((name) => name.split(path.sep).join('/'))
		.filter((name) => extensions.test(name) && !others.test(name))
		.sort()
		.map((name) => {
			const texts = readFileSync(path.join(root, name), 'utf8').split('\n');
			const lines = texts.map((text, id): SourceLine => ({ id, text }));
			return { path: name, lines, layout: getLayout(lines, extensionOf(name)) };
		});
}

const extensionOf = (name: string) => name.slice(name.lastIndexOf('.') + 1);
const getText = (lines: readonly SourceLine[]) => lines.map(({ text }) => text).join('\n');

/** Result for a frame. `wrong` is a jump to a line of another function without a warning. */
type LineMappingKind = 'exact' | 'said' | 'asked' | 'wrong';

function lineMappingOf(found: Located | undefined, old: Build, now: Build, { line1 }: CompiledFrame): LineMappingKind {
	if (found?.kind !== 'target') {
		return 'asked';
	}
	const { lineMapping, line1: opened, file } = found.target;
	if (lineMapping.kind !== 'asReported') {
		return 'said';
	}
	const threw = old.lines[line1 - 1]?.id;
	const ofOld = functionAt(old.layout, line1 - 1);
	const place = now.lines.findIndex(({ id }) => id === threw);
	// The function that contains the statement now or, if the statement was deleted, contained it in the old build.
	const truth = (place === -1 ? undefined : functionAt(now.layout, place)) ?? ofOld;
	const there = functionAt(now.layout, opened - 1);
	const isFields = there === undefined && ofOld !== undefined && ofOld.name === ofOld.parent?.name;
	const isRight = there?.header.id === truth?.header.id || there?.header.id === ofOld?.header.id;
	return file.path === now.path && (isRight || isFields) ? 'exact' : 'wrong';
}

describe('frames from older builds', () => {
	const counts = new Map<string, Record<LineMappingKind, number>>();
	const wrong: string[] = [];
	const lost: string[] = [];
	let unchanged = 0;

	before(async function () {
		this.timeout(120_000);
		const random = new Random(20_261_122);
		for (const folder of folders) {
			const world = diskWorld(folder);
			for (const build of buildsOf(folder)) {
				const extension = extensionOf(build.path);
				for (let history = 0; history <= histories; history++) {
					const lines = history === 0 ? build.lines : rewritten(build.lines, extension, random);
					const now: Build = { path: build.path, lines, layout: getLayout(lines, extension) };
					const frames = build.lines
						.map((_, index) => compiledFrame(build, index, random))
						.filter((frame) => frame !== undefined);
					const asked = history === 0 ? frames : frames.filter(() => random.below(frames.length) < framesOfFile);
					for (const frame of asked) {
						const found = await answerTo({ frame, world, trace: getTrace(build, frame) }, build.path, getText(lines));
						const what = `${frame.text.trim()} (${folder.name})\n  ${described(found)}`;
						if (history === 0) {
							unchanged++;
							if (
								found?.kind === 'target' &&
								(found.target.line1 !== frame.line1 || found.target.lineMapping.kind !== 'asReported')
							) {
								lost.push(what);
							}
							continue;
						}
						const count = counts.get(frame.kind) ?? { exact: 0, said: 0, asked: 0, wrong: 0 };
						const lineMapping = lineMappingOf(found, build, now, frame);
						count[lineMapping]++;
						counts.set(frame.kind, count);
						if (lineMapping === 'wrong') {
							wrong.push(what);
						}
					}
				}
			}
		}
	});

	it('fixtures include at least 3,000 frames and every kind of generated function', () => {
		const all = [...counts.values()].flatMap((count) => Object.values(count)).reduce((sum, count) => sum + count, 0);
		console.table(Object.fromEntries(counts));
		assert.ok(all >= 3000, `${all}`);
		for (const kind of [
			'Kotlin anonymous',
			'Kotlin default',
			'Kotlin coroutine',
			'Java anonymous',
			'C# lambda',
			'Dart closure',
		]) {
			assert.ok(
				Object.values(counts.get(kind) ?? {}).some((count) => count > 0),
				kind,
			);
		}
	});

	it('opens the wrong function without warning for at most 0.3% of the frames from older builds', () => {
		const all = [...counts.values()].flatMap((count) => Object.values(count)).reduce((sum, count) => sum + count, 0);
		assert.ok(wrong.length <= maxSilentlyWrong * all, `${wrong.length} of ${all}\n${wrong.join('\n')}`);
	});

	it('locates nearly all frames at their exact line if the file is unchanged', () => {
		assert.ok(lost.length <= (1 - minExact) * unchanged, `${lost.length} of ${unchanged}\n${lost.join('\n')}`);
	});
});
