import assert from 'node:assert/strict';
import { runSynchronously } from '../../../../src/core/common/cooperativeTask';
import { groupKey } from '../../../../src/core/stack/grouping/groupKey';
import { frameStatus } from '../../../../src/core/stack/locate/frameStatus';
import type { Located } from '../../../../src/core/stack/locate/frameTarget';
import { locateFrame } from '../../../../src/core/stack/locate/locateFrame';
import type { SourceWorld } from '../../../../src/core/stack/locate/sourceWorld';
import { type TraceNeeds, traceNeeds } from '../../../../src/core/stack/mapping/traceNeeds';
import { isLibraryFrame } from '../../../../src/core/stack/own/libraryFrame';
import type { ReadTrace } from '../../../../src/core/stack/texts/frameLinks';
import { readTraces, type TraceFormat } from '../../../../src/core/stack/texts/readTraces';
import { failingThread } from '../../../../src/core/stack/trace/failingThread';
import type { Frame, Trace } from '../../../../src/core/stack/trace/model';
import { getParts, linkedLines } from '../../../../src/engine/traces/traceParts';
import { describeLines } from '../../../../src/services/traces/recordTraceLines';
import type { TraceLine } from '../../../../src/shared/traceView';
import { assertNone } from '../../house/support/faults';
import { AgentHarness } from '../agent/support/agentHarness';
import { parseAnswer } from '../agent/support/answerGrammar';
import { memoryWorld } from './locate/support/workspace';
import {
	documentedBelow,
	documentedPlatforms,
	expectedWalks,
	inContext,
	type KnownPlatform,
	type Walk,
} from './support/documentedFormats';
import { inLibrary, inOtherBuild, inOtherFunction } from './support/formatVariants';

function onlyTrace(text: string, format: TraceFormat = 'any'): ReadTrace {
	const [found, ...others] = readTraces(text, format, undefined);
	assert.ok(found && others.length === 0, text);
	return found;
}

function framesOf(trace: Trace): readonly Frame[] {
	return failingThread(trace).frames.filter(({ kind }) => kind !== 'gap' && kind !== 'elided');
}

function decisiveFrame(trace: Trace): Frame {
	const frames = framesOf(trace);
	const frame = frames.find((one) => !isLibraryFrame(one)) ?? frames[0];
	assert.ok(frame);
	return frame;
}

function placeOf(located: Located): string {
	switch (located.kind) {
		case 'target':
			return `${located.target.file.path}:${located.target.line1}`;
		case 'several':
			return located.targets.map(({ file, line1 }) => `${file.path}:${line1}?`).join(' ');
		case 'none':
			return located.reason.kind;
	}
}

function neededFiles({ r8, bundles, symbols }: TraceNeeds): readonly string[] {
	return [...(r8 ? ['r8'] : []), ...bundles, ...symbols.map(({ tools }) => tools[0] ?? '')];
}

async function walk(text: string, world: SourceWorld): Promise<Walk> {
	const { trace, links } = onlyTrace(text);
	const frame = decisiveFrame(trace);
	const needs = neededFiles(runSynchronously(traceNeeds(trace)));
	return {
		links: links.filter(({ line }) => line === frame.line).map(({ start, end }) => text.slice(start, end)),
		at: placeOf(await locateFrame({ frame, trace }, world)),
		...(needs.length > 0 && { needs }),
	};
}

function paneLines(text: string, { index }: SourceWorld): readonly TraceLine[] {
	const parts = getParts(text, readTraces(text, 'value', undefined), true);
	const questions = {
		frameStatus: (frame: Frame) => frameStatus(frame, index),
		missing: () => 'missing',
		looking: () => 'looking',
		alternatives: (first: string) => first,
		gap: (gap: string) => gap,
	};
	return describeLines(linkedLines(parts, '').lines, questions).lines;
}

async function agentAnswer(text: string, world: SourceWorld): Promise<ReturnType<typeof parseAnswer>> {
	const locate = async (frames: readonly Frame[], trace: Trace) =>
		Promise.all(frames.map((frame) => locateFrame({ frame, trace }, world)));
	await using agent = new AgentHarness('', [], { locate });
	return parseAnswer((await agent.ask('read_trace', { text })).text);
}

/** Texts in which agents receive the reason why a frame has no location. */
const reasons: Readonly<Record<string, string>> = {
	library: 'library',
	minified: 'minified; no mapping file for this build',
	symbolsNeeded: 'needs symbols',
	nothingNamed: 'no file or type name',
};

const keyOf = (text: string) => groupKey(onlyTrace(text).trace).key;

function defineWalk(name: string, text: string, platform: KnownPlatform, expected: Walk): void {
	const world = memoryWorld(documentedPlatforms[platform].sources);

	it(`links, locates and symbolicates frames: ${name}`, async () => {
		assert.deepEqual(await walk(text, world), expected);
	});

	it(`groups errors by function: ${name}`, () => {
		const key = keyOf(text);
		const [inOther, ofOther] = [inOtherBuild(text), inOtherFunction(text)];
		assert.equal(keyOf(inOther), key, inOther);
		assert.ok(ofOther === text || keyOf(ofOther) !== key, ofOther);
		assert.equal(groupKey(onlyTrace(text, 'value').trace).key, key);
	});

	it(`marks app frames and folds library frames in the record pane: ${name}`, () => {
		const lines = paneLines(text, world);
		const { trace } = onlyTrace(text, 'value');
		const all = trace.sections.flatMap((section) => section.lines);
		for (const { header } of trace.sections) {
			const title = trace.lines[header?.errorLine ?? header?.firstLine ?? -1];
			assert.ok(title === undefined || lines.some((line) => line.kind !== 'raw' && line.text === title), title);
		}
		assert.equal(lines.filter(({ kind }) => kind === 'frame').length, all.filter(({ kind }) => kind !== 'raw').length);
		const marked = lines.filter(({ first }) => first);
		const ofOwn = expected.at.includes(':') ? expected.links.slice(0, 1) : [];
		assert.deepEqual(
			marked.map(({ text: line, link }) => line.slice(link?.start, link?.end)),
			ofOwn,
		);
		const library = inLibrary(text, platform);
		const folded = library === text ? [] : paneLines(library, world);
		assert.ok(
			folded.every(({ kind, link, library }) => (kind === 'frame' ? library : !link)),
			library,
		);
	});

	it(`shows agents the source location and the group: ${name}`, async () => {
		const { trace } = onlyTrace(text);
		const { host, texts } = await agentAnswer(text, world);
		const label = `t1.f${failingThread(trace).frames.indexOf(decisiveFrame(trace)) + 1}`;
		const { at, links } = expected;
		const place = reasons[at] ?? (at.endsWith('?') ? `possibly one of ${at.slice(0, -1)}` : `own code: ${at} (`);
		assert.ok(host.includes(`\n${label}: ${place}`), host);
		for (const link of links) {
			// Long numbers are masked, such as the hashes in symbols of Rust.
			assert.ok(texts.get(label)?.includes(link.replace(/::h[\da-f]{16}$/, '')), texts.get(label));
		}
		const { title, place: inGroup } = groupKey(trace);
		assert.deepEqual([texts.get('t1.group.title'), texts.get('t1.group.place') ?? ''], [title, inGroup]);
	});
}

const platforms = Object.keys(documentedPlatforms) as KnownPlatform[];

describe('support in all features for documented stack trace formats', () => {
	for (const platform of platforms) {
		for (const row of documentedBelow(documentedPlatforms[platform].heading)) {
			const name = `${platform} ${row.name}`;
			defineWalk(name, inContext(platform, row), platform, expectedWalks[name] ?? { links: [], at: 'unknown format' });
		}
	}

	it('fixtures define an expected result for each documented format', () => {
		const documented = platforms.flatMap((platform) =>
			documentedBelow(documentedPlatforms[platform].heading).map(({ name }) => `${platform} ${name}`),
		);
		const support = 'test/unit/core/stack/support/documentedFormats.ts';
		const missing = documented.filter((name) => !(name in expectedWalks));
		assertNone(missing, `documented formats missing in expectedWalks of ${support}`);
		const surplus = Object.keys(expectedWalks).filter((name) => !documented.includes(name));
		assertNone(surplus, `expected results without a format in docs/stack-trace-formats.md`);
	});
});

/** Stack traces without symbols, in forms whose documented example has symbols. */
const addressed: Readonly<Record<string, readonly [platform: KnownPlatform, text: string, tool: string]>> = {
	'ANR, native': [
		'jvm',
		'"main" prio=5 tid=1 Native\n  native: #00 pc 000000000012a4c0  /data/app/lib/arm64/libcart.so',
		'llvmSymbolizer',
	],
	Tombstone: ['ndk', '      #00 pc 000000000012a4c0  /data/app/lib/arm64/libcart.so', 'llvmSymbolizer'],
	'.ips': [
		'apple',
		'{"usedImages":[{"name":"Shop","base":4345233408}],"threads":[{"frames":[{"imageOffset":4130,"imageIndex":0}]}]}',
		'atos',
	],
	Swift: ['apple', 'Thread 0 crashed:\n\n0 0x0000000104ea8a1c <unknown> in Shop', 'atos'],
	LLDB: ['apple', '* frame #0: 0x0000000104ea8a1c Shop`___lldb_unnamed_symbol4130 + 20', 'atos'],
	'Kotlin/Native': ['apple', '    at 0   Shop   0x102a3b5c9   0x0 + 4339250633', 'atos'],
	Sanitizer: ['cpp', '    #0 0x7b1c2d3e40  (/data/app/lib/arm64/libcart.so+0x12a4c)', 'llvmSymbolizer'],
	Minidump: ['cpp', 'Thread 0 (crashed)\n 0  libcart.so + 0x12a4c', 'llvmSymbolizer'],
};

describe('support in all features for stack traces without symbols', () => {
	for (const [name, [platform, text, tool]] of Object.entries(addressed)) {
		defineWalk(name, text, platform, { links: [], at: 'symbolsNeeded', needs: [tool] });
	}
});
