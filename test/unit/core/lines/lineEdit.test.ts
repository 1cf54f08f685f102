import assert from 'node:assert/strict';
import { type LineEdit, lineAfter, linesAdded } from '../../../../src/core/lines/lineEdit';
import { Random } from '../../../support/random';

function edited(lines: readonly string[], edit: LineEdit, from: number, text: string): string[] {
	const { first, last } = edit;
	const head = (lines[first] ?? '').slice(0, from);
	const tail = edit.first === edit.last ? (lines[last] ?? '').slice(from) : '';
	return [...lines.slice(0, first), ...(head + text + tail).split('\n'), ...lines.slice(last + 1)];
}

describe('line numbers after an edit', () => {
	it('moves lines below an edit by the number of added lines', () => {
		const edit: LineEdit = { first: 2, last: 2, keepsStart: true, lineEnds: 3 };
		assert.equal(linesAdded(edit), 3);
		assert.deepEqual(
			[1, 2, 3, 4, 5].map((line1) => lineAfter(line1, edit)),
			[1, 2, 3, 7, 8],
		);
	});

	it('moves a line down when text is inserted at its start', () => {
		const edit: LineEdit = { first: 2, last: 2, keepsStart: false, lineEnds: 1 };
		assert.deepEqual(
			[2, 3, 4].map((line1) => lineAfter(line1, edit)),
			[2, 4, 5],
		);
	});

	it('maps replaced lines to the start of the edit', () => {
		const edit: LineEdit = { first: 1, last: 4, keepsStart: true, lineEnds: 0 };
		assert.deepEqual(
			[1, 2, 3, 4, 5, 6].map((line1) => lineAfter(line1, edit)),
			[1, 2, 2, 2, 2, 3],
		);
	});

	it('maps each unedited line to the line with the same text', () => {
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
