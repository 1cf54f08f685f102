import { Scheduler } from '../../../src/core/common/scheduler';
import { MappingFile } from '../../../src/core/stack/mapping/r8/mappingFile';
import { retrace } from '../../../src/core/stack/mapping/r8/retrace';
import type { Frame, Trace } from '../../../src/core/stack/trace/model';

const { signal } = new AbortController();

async function main(path: string): Promise<void> {
	const started = performance.now();
	const opened = await MappingFile.open(path, signal);
	const readyMs = performance.now() - started;
	if (opened.kind !== 'opened') {
		throw new Error(opened.kind);
	}
	const { mapping } = opened;
	const coldMs = await lookUp(mapping, 0);
	const peakMb = process.resourceUsage().maxRSS / 1024;
	const others: number[] = [];
	for (let batch = 1; batch <= 9; batch++) {
		others.push(await lookUp(mapping, batch));
	}
	const knownMs = await lookUp(mapping, 9);
	console.log(
		JSON.stringify({
			readyMs,
			coldMs,
			otherClassesMs: others.sort((a, b) => a - b)[4],
			knownClassesMs: knownMs,
			peakMb,
			peakAfterAllMb: process.resourceUsage().maxRSS / 1024,
		}),
	);
}

async function lookUp(mapping: MappingFile, batch: number): Promise<number> {
	const frames = Array.from({ length: 1000 }, (_, line) => getFrame((line * 31 + batch * 3) % mapping.classes, line));
	const trace: Trace = {
		platform: 'jvm',
		lines: frames.map(({ text }) => text),
		sections: [{ platform: 'jvm', header: undefined, lines: frames }],
	};
	const started = performance.now();
	const loaded = await mapping.load(
		frames.map(({ type }) => type),
		signal,
	);
	if (loaded.kind !== 'opened') {
		throw new Error(loaded.kind);
	}
	const { sections } = (await new Scheduler(signal).run(retrace(trace, loaded.mapping))).result;
	const [section] = sections;
	const ms = performance.now() - started;
	const found = section?.lines.filter(({ outcome }) => outcome === 'mapped').length;
	if (found !== frames.length) {
		throw new Error(`${found} of ${frames.length} frames were found`);
	}
	return ms;
}

function getFrame(number: number, line: number): Frame & { readonly type: string } {
	const type = `a${number % 700}.b${number}`;
	return {
		kind: 'managed',
		line,
		text: `\tat ${type}.a(SourceFile:7)`,
		flags: [],
		type,
		method: 'a',
		line1: 7,
	};
}

void main(process.argv[2] ?? '');
