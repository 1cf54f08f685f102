import assert from 'node:assert/strict';
import { runSynchronously } from '../../../../src/core/common/cooperativeTask';
import { isDistinctive } from '../../../../src/core/lines/codedLines';
import { mappingLines } from '../../../../src/core/lines/lineMap';
import type { LineNow } from '../../../../src/core/lines/lineNow';
import { getText, LineHistory, type TrackedLine } from '../../../support/lineHistory';
import { Random } from '../../../support/random';

function mapped(before: string, after: string): (line1: number) => LineNow {
	const map = runSynchronously(mappingLines(before, after));
	assert.ok(map);
	return (line1) => map.of(line1);
}

function all(before: string, after: string): string {
	const line = mapped(before, after);
	return before
		.split('\n')
		.map((_text, index) => {
			const found = line(index + 1);
			const place = 'line1' in found ? found.line1 : 'near1' in found ? found.near1 : '';
			return `${found.kind} ${place}`;
		})
		.join(', ');
}

describe('line mapping between two versions of a text', () => {
	it('recognizes unchanged, shifted, changed and deleted lines', () => {
		const before = 'first\nval a = load(1)\nremoved here\nlast one';
		assert.equal(all(before, 'first\nnew line\nval a = load(1, other)\nlast one'), 'same 1, changed 3, gone 3, same 4');
		assert.equal(all('one\ntwo\nthree', 'zero\none\nthree'), 'shifted 2, gone 2, same 3');
	});

	it('does not use blank lines as anchors for line mapping', () => {
		const before = 'class Cart {\nval released = true\n\nfun sum() {';
		assert.equal(all(before, '// The cart.\n\nclass Cart {\nfun sum() {'), 'shifted 3, gone 3, gone 3, same 4');
	});

	it('reports no match for a line number that the earlier text does not contain', () => {
		const line = mapped('a\nb', 'a\nb');
		for (const line1 of [0, -1, 3, 1.5, Number.NaN]) {
			assert.deepEqual(line(line1), { kind: 'absent' });
		}
	});

	it('ignores different line endings when it maps lines', () => {
		assert.equal(all('one\r\ntwo\r\nthree', 'one\ntwo\nthree'), 'same 1, same 2, same 3');
	});

	it('maps all lines to deleted if the later text is empty', () => {
		assert.equal(all('one\ntwo', ''), 'gone 0, gone 0');
	});

	it('treats repeated lines as moved only if their whole block moved', () => {
		const block = 'fun total() {\nreturn null\n}';
		const rest = 'fun other() {\nval x = load(1)\nval y = load(2)\nval z = load(3)\n}\n// end';
		assert.equal(
			all(`// begin\n${block}\n${rest}`, `// begin\n${rest.replace('// end', '')}${block}\n\n// end`),
			'same 1, shifted 7, shifted 8, shifted 9, shifted 2, shifted 3, shifted 4, shifted 5, shifted 6, shifted 11',
		);
		assert.match(
			all('return null\nkept line\nend line', 'kept line\nend line\nfun new()\nreturn null\nreturn null'),
			/^gone 0/,
		);
	});

	it('does not treat lines as moved if they contain only brackets', () => {
		assert.match(all('}\nkept line', 'kept line\n}'), /^gone 0, shifted 1/);
	});

	it('maps reindented lines to their new version and reports them as changed', () => {
		assert.equal(
			all('if (a)\n\tb()\n\tc()\nend', 'if (a)\n    b()\n    c()\nend'),
			'same 1, changed 2, changed 3, same 4',
		);
	});

	it('reports a line as deleted if its replacement has no words in common with it', () => {
		assert.equal(
			all('head line\nval total = items.sum()\ntail line', 'head line\nthrow IllegalState\ntail line'),
			'same 1, gone 1, same 3',
		);
	});

	it('maps every unique line to its new position after random edits', () => {
		const random = new Random(Number(process.env['LINES_SEED'] ?? 3));
		for (let round = 0; round < 300; round++) {
			const history = new LineHistory(random);
			const before = history.source(2 + random.below(12));
			let after = before;
			for (let edits = random.below(14); edits > 0; edits--) {
				after = history.edited(after);
			}
			const line = mapped(getText(before), getText(after, random.pick(['\n', '\r\n'])));
			for (const [index, { text }] of before.entries()) {
				const found = line(index + 1);
				if (found.kind === 'same' || found.kind === 'shifted') {
					assert.equal(after[found.line1 - 1]?.text, text);
					assert.equal(found.kind === 'same', found.line1 === index + 1);
				}
				const isSingle = (lines: readonly TrackedLine[]) =>
					lines.filter((other) => other.text.trim() === text.trim()).length === 1;
				if (isDistinctive(text) && isSingle(before) && isSingle(after)) {
					const now = 'line1' in found ? after[found.line1 - 1]?.text : undefined;
					assert.equal(now?.trim(), text.trim(), `${round}: ${text}: ${found.kind}`);
					assert.equal(found.kind === 'changed', now !== text);
				}
			}
		}
	});

	it('maps lines across twelve builds and rarely reports a wrong line as unchanged', () => {
		const counts = { asked: 0, right: 0, told: 0, wrong: 0 };
		for (let seed = 1; seed <= 20; seed++) {
			const random = new Random(seed);
			const history = new LineHistory(random);
			let lines = history.source(25);
			const builds = [lines];
			for (let build = 1; build < 12; build++) {
				const last = lines;
				for (let edits = 0; edits < 8; edits++) {
					lines = history.edited(lines);
				}
				if (build === 5) {
					lines = history.reformatted(lines);
				}
				// Build 8 has the same lines as build 7, as if its changes had been reverted.
				lines = build === 8 ? last : lines;
				builds.push(lines);
			}
			for (const build of builds) {
				count(build, lines, counts);
			}
		}
		assert.ok(counts.asked > 40_000, JSON.stringify(counts));
		assert.ok(counts.right / counts.asked >= 0.95, JSON.stringify(counts));
		assert.equal(counts.wrong, 0, JSON.stringify(counts));
	});

	it('maps lines between two texts of 30,000 lines', () => {
		const random = new Random(9);
		const before = random.times(30_000, (index) => (index % 5 === 0 ? '\t}' : `\tval a${index} = b${index}()`));
		const after = before.filter((_text, index) => index % 11 !== 0).flatMap((text) => [text, '']);
		const line = mapped(before.join('\n'), after.join('\n'));
		assert.deepEqual(line(29_999), { kind: 'shifted', line1: after.indexOf('\tval a29998 = b29998()') + 1 });
		assert.equal(line(12).kind, 'gone');
	});

	it('returns no line mapping if computing it would take too long', () => {
		const random = new Random(5);
		const ofTwo = () => random.times(30_000, () => random.pick(['}', '{'])).join('\n');
		assert.equal(runSynchronously(mappingLines(ofTwo(), ofTwo())), undefined);
		const steps = mappingLines('a\n'.repeat(1_000), 'a\n'.repeat(999));
		steps.next(false);
		assert.deepEqual(steps.next(true), { value: undefined, done: true });
	});
});

/** Compares the mapping with the actual position of each line. Lines without distinctive text are interchangeable. */
function count(
	before: readonly TrackedLine[],
	after: readonly TrackedLine[],
	counts: { asked: number; right: number; told: number; wrong: number },
): void {
	const line = mapped(getText(before), getText(after));
	const places = new Map(after.map(({ id }, index) => [id, index + 1]));
	for (const [index, { id, text }] of before.entries()) {
		if (!isDistinctive(text)) {
			continue;
		}
		const found = line(index + 1);
		const place = places.get(id);
		const isEdited = place !== undefined && after[place - 1]?.text !== text;
		counts.asked++;
		if (
			place === undefined
				? found.kind === 'gone'
				: 'line1' in found && found.line1 === place && (found.kind === 'changed') === isEdited
		) {
			counts.right++;
		} else if (found.kind === 'changed' || found.kind === 'gone') {
			counts.told++;
		} else {
			counts.wrong++;
		}
	}
}
