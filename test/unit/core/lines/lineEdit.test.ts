import assert from 'node:assert/strict';
import { type LineEdit, lineAfter, linesAdded } from '../../../../src/core/lines/lineEdit';
import { Random } from '../../../support/random';

/** Replaces from a place to another one, as the editor does. */
function edited(lines: readonly string[], edit: LineEdit, from: number, text: string): string[] {
	const { first, last } = edit;
	const head = (lines[first] ?? '').slice(0, from);
	const tail = edit.first === edit.last ? (lines[last] ?? '').slice(from) : '';
	return [...lines.slice(0, first), ...(head + text + tail).split('\n'), ...lines.slice(last + 1)];
}

describe('Lines after an edit', () => {
	it('below it move by the lines that were added', () => {
		const edit: LineEdit = { first: 2, last: 2, keepsStart: true, lineEnds: 3 };
		assert.equal(linesAdded(edit), 3);
		assert.deepEqual(
			[1, 2, 3, 4, 5].map((line1) => lineAfter(line1, edit)),
			[1, 2, 3, 7, 8],
		);
	});

	it('move down with text that is put at their beginning', () => {
		const edit: LineEdit = { first: 2, last: 2, keepsStart: false, lineEnds: 1 };
		assert.deepEqual(
			[2, 3, 4].map((line1) => lineAfter(line1, edit)),
			[2, 4, 5],
		);
	});

	it('that were replaced are where the edit began', () => {
		const edit: LineEdit = { first: 1, last: 4, keepsStart: true, lineEnds: 0 };
		assert.deepEqual(
			[1, 2, 3, 4, 5, 6].map((line1) => lineAfter(line1, edit)),
			[1, 2, 2, 2, 2, 3],
		);
	});

	it('hold the same text wherever they were not edited', () => {
		const random = new Random(7);
		for (let round = 0; round < 2000; round++) {
			const lines = Array.from({ length: 1 + random.below(12) }, (_, line) => `line ${line}`);
			const first = random.below(lines.length);
			const last = first + random.below(lines.length - first);
			const from = random.below(2) === 0 ? 0 : 3;
			const text = Array.from({ length: random.below(4) }, (_, line) => `new ${line}`).join('\n');
			const edit: LineEdit = { first, last, keepsStart: from > 0, lineEnds: text.split('\n').length - 1 };
			const after = edited(lines, edit, from, text);
			for (const [line, was] of lines.entries()) {
				if (line < first || line > last) {
					assert.equal(after[lineAfter(line + 1, edit) - 1], was, `${JSON.stringify(edit)} of ${lines.length}`);
				}
			}
		}
	});
});
