import * as assert from 'node:assert/strict';
import { declaredNames, declaringFiles } from '../../../../../src/core/stack/locate/declaredNames';
import { frameStatus } from '../../../../../src/core/stack/locate/frameStatus';
import type { Located, SourceFile } from '../../../../../src/core/stack/locate/frameTarget';
import { LearnedRoots } from '../../../../../src/core/stack/locate/learnedRoots';
import { locateFrame } from '../../../../../src/core/stack/locate/locateFrame';
import { OwnCode } from '../../../../../src/core/stack/own/ownCode';
import { described, type LabelledFrame, labelledFrames, verdictOn } from './support/labels';
import { diskWorld, fixture, labelledWorkspaces } from './support/workspace';

/** Minimum proportion of correctly located frames among frames with a labelled location. */
const wantedShare = 0.95;

interface Answer extends LabelledFrame {
	readonly workspace: string;
	readonly found: Located | undefined;
}

async function answersOf(name: string, world = diskWorld(fixture(name))): Promise<Answer[]> {
	const answers: Answer[] = [];
	for (const labelled of labelledFrames(name)) {
		const { frame, trace } = labelled;
		const found = frame && (await locateFrame({ frame, trace }, world));
		answers.push({ ...labelled, workspace: name, found });
	}
	return answers;
}

function list(answers: readonly Answer[]): string[] {
	return answers.map(({ text, workspace, label, found }) =>
		[`${workspace}: ${text.trim()}`, JSON.stringify(label), described(found)].join('\n  '),
	);
}

describe('frames with known source positions', () => {
	let answers: Answer[] = [];

	before(async () => {
		answers = (await Promise.all(labelledWorkspaces.map((name) => answersOf(name)))).flat();
	});

	it('fixtures include enough frames with known positions for each workspace', () => {
		assert.ok(answers.length >= 300, `${answers.length}`);
		for (const workspace of labelledWorkspaces) {
			assert.ok(answers.filter((answer) => answer.workspace === workspace).length > 40, workspace);
		}
	});

	it('never locates a frame at a wrong position', () => {
		const wrong = answers.filter(({ label, found }) => verdictOn(label, found) === 'wrong');
		assert.deepEqual(list(wrong), []);
	});

	it('locates at least 95% of the frames with known positions at the exact line', () => {
		const places = answers.filter(({ label }) => label.kind === 'place');
		const others = places.filter(({ label, found }) => verdictOn(label, found) !== 'right');
		const share = 1 - others.length / places.length;
		assert.ok(share >= wantedShare, `${share}\n${list(others).join('\n')}`);
	});

	it('offers choices or reports a reason, as the fixture states, if the exact line of a frame is unknown', () => {
		const missed = answers.filter(({ label, found }) => label.kind !== 'place' && verdictOn(label, found) !== 'right');
		assert.deepEqual(list(missed), []);
	});

	it('never locates a frame at a wrong position if one workspace contains all sample folders', async () => {
		const world = diskWorld(...labelledWorkspaces.map(fixture));
		const all = (await Promise.all(labelledWorkspaces.map((name) => answersOf(name, world)))).flat();
		const wrong = all.filter(({ label, found, workspace }) => {
			const elsewhere = found?.kind === 'target' && found.target.file.folder !== workspace;
			return elsewhere || verdictOn(label, found) === 'wrong';
		});
		assert.deepEqual(list(wrong), []);
		const places = all.filter(({ label }) => label.kind === 'place');
		const right = places.filter(({ label, found }) => verdictOn(label, found) === 'right');
		assert.ok(right.length >= wantedShare * places.length, `${right.length} of ${places.length}`);
	});

	for (const [name, from, to] of [
		['gradle', /\bcom\.example\b/g, 'com.google'],
		['gradle', /\bcom\.example\b/g, 'org.jetbrains'],
		['unity', /\bMeadow\b(?=\.)|(?<=namespace )Meadow\b/g, 'Unity.Meadow'],
	] as const) {
		it(`locates frames at the same positions if the workspace's packages are renamed to ${to}`, async () => {
			const renamed = (text: string) => text.replace(from, to);
			const disk = diskWorld(fixture(name));
			const read = async (file: SourceFile, signal: AbortSignal | undefined) =>
				renamed((await disk.read(file, signal)) ?? '');
			const declared = await Promise.all(
				declaringFiles(disk.index).map(async (file) => declaredNames(file, await read(file, undefined))),
			);
			const own = new OwnCode(declared.flat());
			const places = labelledFrames(name, renamed).filter(({ label }) => label.kind === 'place');
			let right = 0;
			let dimmed = 0;
			for (const { frame, trace, label, text } of places) {
				assert.ok(frame, text);
				const located = await locateFrame({ frame, trace }, { ...disk, read, own, learned: new LearnedRoots() });
				right += verdictOn(label, located) === 'right' ? 1 : 0;
				dimmed += frameStatus(frame, disk.index) === 'own' ? 0 : 1;
				assert.equal(frameStatus(frame, disk.index, own), 'own', text);
			}
			assert.ok(right >= wantedShare * places.length, `${right} of ${places.length}`);
			assert.ok(dimmed > 0, 'nothing sounded like a library');
		});
	}

	it('distinguishes locatable app frames from library frames without reading any file', () => {
		for (const name of labelledWorkspaces) {
			const { index } = diskWorld(fixture(name));
			for (const { frame, label, text } of labelledFrames(name)) {
				if (frame !== undefined && label.kind === 'place') {
					assert.equal(frameStatus(frame, index), 'own', text);
				}
				if (frame !== undefined && label.kind === 'none' && label.reason === 'library' && frame.kind === 'managed') {
					assert.equal(frameStatus(frame, index), 'library', text);
				}
			}
		}
	});
});
