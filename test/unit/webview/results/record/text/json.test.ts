import assert from 'node:assert/strict';
import { type JsonNode, lineAndColumn, readJson } from '../../../../../../src/webview/results/record/text/json';

function plain(node: JsonNode): unknown {
	switch (node.kind) {
		case 'object':
			return Object.fromEntries(node.members.map(({ name, value }) => [name, plain(value)]));
		case 'array':
			return node.items.map(plain);
		case 'string':
			return node.text;
		case 'literal':
			return JSON.parse(node.source);
	}
}

function generator(seed: number): (below: number) => number {
	let state = seed;
	return (below) => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return Math.floor((state / 4_294_967_296) * below);
	};
}

describe('JSON reader', () => {
	it('preserves the digits of numbers and the order of object properties', () => {
		const reading = readJson('{"b":9007199254740993,"a":[1.50,-0,1e400],"b":2}');
		assert.deepEqual(reading, {
			kind: 'json',
			root: {
				kind: 'object',
				members: [
					{ name: 'b', value: { kind: 'literal', source: '9007199254740993' } },
					{
						name: 'a',
						value: {
							kind: 'array',
							items: [
								{ kind: 'literal', source: '1.50' },
								{ kind: 'literal', source: '-0' },
								{ kind: 'literal', source: '1e400' },
							],
						},
					},
					{ name: 'b', value: { kind: 'literal', source: '2' } },
				],
			},
		});
	});

	it('agrees with JSON.parse on valid and damaged generated JSON', () => {
		const next = generator(20_261_120);
		const pieces = [
			'{',
			'}',
			'[',
			']',
			',',
			':',
			'"a"',
			'"\\u00e9\\n"',
			'"\u007f"',
			'12',
			'-0.5e+3',
			'01',
			'true',
			'nul',
			' ',
			'\n',
			'\t',
			'"',
			'\\',
			'\u0001',
			'null',
			'""',
			'.5',
			'1.',
		];
		let valid = 0;
		for (let round = 0; round < 30_000; round++) {
			const text = Array.from({ length: 1 + next(7) }, () => pieces[next(pieces.length)]).join('');
			let expected: { value: unknown } | undefined;
			try {
				expected = { value: JSON.parse(text) };
				valid++;
			} catch {
				expected = undefined;
			}
			const reading = readJson(text);
			assert.equal(reading.kind === 'json', expected !== undefined, JSON.stringify(text));
			if (reading.kind === 'json' && expected) {
				assert.deepEqual(plain(reading.root), expected.value, text);
			}
		}
		assert.ok(valid > 500, `only ${valid} texts were JSON`);
	});

	it('reports the position where JSON becomes invalid', () => {
		assert.deepEqual(readJson('{"a": [1, 2,'), { kind: 'fault', at: 12, fault: 'ended' });
		assert.deepEqual(readJson('{"a": oops}'), { kind: 'fault', at: 6, fault: 'unexpected' });
		assert.deepEqual(readJson('{"a": "x\ny"}'), { kind: 'fault', at: 8, fault: 'unexpected' });
		assert.deepEqual(readJson('{} {}'), { kind: 'fault', at: 3, fault: 'unexpected' });
		assert.deepEqual(readJson(''), { kind: 'fault', at: 0, fault: 'ended' });
	});

	it('stops parsing excessively nested JSON without a stack overflow', () => {
		const reading = readJson('['.repeat(100_000));
		assert.equal(reading.kind === 'fault' && reading.fault, 'tooDeep');
	});

	it('parses a megabyte of JSON quickly', () => {
		const text = JSON.stringify({ trace: 'x\\"\n'.repeat(250_000) });
		const reading = readJson(text);
		assert.deepEqual(reading.kind === 'json' && plain(reading.root), JSON.parse(text));
	});

	it('converts an offset in JSON text to a one-based line and column', () => {
		assert.deepEqual(lineAndColumn('a\nbc', 3), { line: 2, column: 2 });
		assert.deepEqual(lineAndColumn('', 0), { line: 1, column: 1 });
	});
});
