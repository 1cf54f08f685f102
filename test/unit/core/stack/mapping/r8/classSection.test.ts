import * as assert from 'node:assert/strict';
import type { ClassMapping } from '../../../../../../src/core/stack/mapping/r8/classMapping';
import { narrow } from '../../../../../../src/core/stack/mapping/r8/inlineChains';
import { Random } from '../../../../../support/random';
import { getNames } from '../support/mappingText';

const header = '# {"id":"com.android.tools.r8.mapping","version":"2.2"}\na.A -> b:\n';

function classOf(members: string): ClassMapping {
	const [section] = getNames(header + members).classes('b');
	assert.ok(section);
	return section;
}

function found(section: ClassMapping, name: string, position: number, asked: number | undefined) {
	const narrowed = narrow(section.methods(name, asked) ?? [], position, undefined);
	if (narrowed.kind !== 'found') {
		return narrowed.kind;
	}
	const all = narrowed.found.map(({ method: { holder, method, synthesized, outline }, chain }) => {
		const ranges = chain.ranges.map(({ signature, original, notes }) => ({ signature, original, notes }));
		return JSON.stringify({ holder, method, synthesized, outline, minified: chain.minified, ranges });
	});
	// Sorted for the comparison, because the product sorts the results only when it displays them.
	return all.sort();
}

function members(random: Random): string {
	const lines: string[] = [];
	for (let count = 1 + random.below(14); count > 0; count--) {
		const first = random.below(5);
		const last = first + random.below(3) - (random.below(9) === 0 ? 2 : 0);
		const method = `void ${random.below(3) === 0 ? 'a.B.' : ''}run${random.below(2)}(int)`;
		const forms = [
			`    ${first}:${last}:${method}:${10 + first}:${10 + last} -> m`,
			`    ${first}:${last}:${method}:${10 + first}:${10 + last} -> m`,
			`    ${first}:${last}:${method} -> m`,
			`    ${method} -> m`,
			`\t${first}:${last}: ${method}:7 -> m`,
			`    ${first}:${last}: -> m`,
			`    ${first}:void:${method} -> m`,
			`    ${first}:${last}:${method}:3 -> other`,
			'    int field -> m',
		];
		const notes = [
			'      # {"id":"com.android.tools.r8.synthesized"}',
			'      # {"id":"com.android.tools.r8.outline"}',
			'      # {"id":"com.android.tools.r8.rewriteFrame","conditions":["throws(La/X;)"],"actions":["removeInnerFrames(1)"]}',
		];
		lines.push(forms[random.below(forms.length)] ?? '');
		if (random.below(12) === 0) {
			lines.push(notes[random.below(notes.length)] ?? '');
		}
	}
	return `${lines.join('\n')}\n`;
}

describe('class section of an R8 mapping file', () => {
	it('finds the same methods for a position even if only the relevant member lines are parsed', () => {
		let several = 0;
		for (let seed = 1; seed <= 3000; seed++) {
			const text = members(new Random(seed));
			for (let position = 0; position < 9; position++) {
				const whole = found(classOf(text), 'm', position, undefined);
				assert.deepEqual(found(classOf(text), 'm', position, position), whole, `seed ${seed}, ${position}\n${text}`);
				several += Number(whole.length > 1);
			}
		}
		assert.ok(several > 1000);
	});

	it('parses only the member lines that can contain the requested position', () => {
		const section = classOf('    1:1:void one():1:1 -> m\n    2:2:void two():2:2 -> m\n    3:3:void two():3:3 -> m\n');
		assert.deepEqual(
			section.methods('m', 3)?.map(({ method, chains }) => [method, chains.length]),
			[['two', 1]],
		);
	});

	it('returns all methods with the given minified name if no range contains the position', () => {
		const section = classOf('    1:1:void one():1:1 -> m\n    2:2:void two():2:2 -> m\n');
		assert.deepEqual(
			section.methods('m', 7)?.map(({ method }) => method),
			['one', 'two'],
		);
	});
});
