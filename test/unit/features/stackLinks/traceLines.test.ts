import assert from 'node:assert/strict';
import type { TextDocument } from 'vscode';
import { readTraces } from '../../../../src/core/stack/texts/readTraces';
import { getSections, libraryRuns } from '../../../../src/features/stackLinks/traceLines';

function runsIn(lines: readonly string[]): readonly (readonly [number, number])[] {
	const text = lines.join('\n');
	const positionAt = (offset: number) => ({ line: text.slice(0, offset).split('\n').length - 1 });
	// Only this method of the document is used.
	const document = { positionAt } as unknown as TextDocument;
	const frameStatus = ({ module = '' }) => (module === 'main' ? 'own' : 'library');
	return getSections(document, readTraces(text, 'text', undefined), { frameStatus }).flatMap(libraryRuns);
}

describe('folded library frames in a document', () => {
	it('folds library frames together with the locations below them', () => {
		const library = ['runtime.gopanic(0x1)', '\t/usr/local/go/src/runtime/panic.go:770 +0x132'];
		const own = ['main.main()', '\t/src/main.go:58 +0x1d'];
		assert.deepEqual(runsIn(['goroutine 1 [running]:', ...library, ...library, ...own, ...library]), [[1, 4]]);
	});
});
