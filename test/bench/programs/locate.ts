import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { LearnedRoots } from '../../../src/core/stack/locate/learnedRoots';
import { locateFrame } from '../../../src/core/stack/locate/locateFrame';
import { readSourceEvidence } from '../../../src/core/stack/locate/sourceEvidence';
import { SourceIndex } from '../../../src/core/stack/locate/sourceIndex';
import type { SourceWorld } from '../../../src/core/stack/locate/sourceWorld';
import { noOwnCode } from '../../../src/core/stack/own/ownCode';
import { parseTrace } from '../../../src/core/stack/parse/parseTrace';
import type { Trace } from '../../../src/core/stack/trace/model';
import { labelledFrames, verdictOn } from '../../unit/core/stack/locate/support/labels';
import { diskWorld, fixture, labelledWorkspaces } from '../../unit/core/stack/locate/support/workspace';
import { frameText, makeWorkspace } from '../sourceWorkspace';

async function main(folder: string): Promise<void> {
	const paths = makeWorkspace(folder);
	const files = paths.map((file) => ({ folder: 0, path: file }));
	const started = performance.now();
	const index = new SourceIndex([{ uri: 'file:///workspace', name: 'workspace' }], files);
	const indexMs = performance.now() - started;
	const world: SourceWorld = {
		index,
		read: (file) => readFile(path.join(folder, file.path), 'utf8'),
		ask: readSourceEvidence,
		isOpen: () => false,
		learned: new LearnedRoots(),
		own: noOwnCode,
	};
	const first = await locate(frameText(77), world);
	const times: number[] = [];
	for (let number = 1000; number < 1100; number++) {
		times.push((await locate(frameText(number), world)).ms);
	}
	const { missedShare, wrong, frames } = await labelled();
	console.log(
		JSON.stringify({
			files: index.size,
			indexMs,
			firstMs: first.ms,
			nextMs: times.sort((a, b) => a - b)[times.length >> 1],
			module: first.module,
			frames,
			missedPercent: 100 * missedShare,
			wrong,
		}),
	);
}

async function locate(text: string, world: SourceWorld): Promise<{ readonly ms: number; readonly module: number }> {
	const trace: Trace = parseTrace(text);
	const frame = trace.sections[0]?.lines[0];
	if (frame === undefined || frame.kind === 'raw') {
		throw new Error(`no frame: ${text}`);
	}
	const started = performance.now();
	const found = await locateFrame({ frame, trace }, world);
	const ms = performance.now() - started;
	const file = found.kind === 'target' ? found.target.file.path : '';
	return { ms, module: Number(/^module(\d+)/.exec(file)?.[1] ?? -1) };
}

async function labelled(): Promise<{ missedShare: number; wrong: number; frames: number }> {
	let [frames, places, right, wrong] = [0, 0, 0, 0];
	for (const name of labelledWorkspaces) {
		const world = diskWorld(fixture(name));
		for (const { label, frame, trace } of labelledFrames(name)) {
			const verdict = verdictOn(label, frame && (await locateFrame({ frame, trace }, world)));
			frames++;
			wrong += verdict === 'wrong' ? 1 : 0;
			if (label.kind === 'place') {
				places++;
				right += verdict === 'right' ? 1 : 0;
			}
		}
	}
	return { missedShare: 1 - right / places, wrong, frames };
}

void main(process.argv[2] ?? '');
