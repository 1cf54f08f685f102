import assert from 'node:assert/strict';
import { type JsonCodes, type JsonLeniency, JsonScanner } from '../../../src/shared/jsonScanner';
import { Random } from '../../support/random';
import { hostileJson } from '../core/export/support/hostileJson';

type Found = readonly [event: string, text: string, depth: number];

function events(codes: JsonCodes, pieces: Iterable<JsonCodes>, leniency?: JsonLeniency): readonly Found[] {
	const scanner = new JsonScanner(leniency);
	const found: Found[] = [];
	const add = (event: string) => {
		const text = Buffer.from(codes.slice(scanner.start, scanner.end)).toString();
		found.push([event, text, scanner.depth]);
	};
	for (const piece of pieces) {
		scanner.push(piece);
		for (let event = scanner.next(); event !== 'more'; event = scanner.next()) {
			add(event);
			if (event === 'fault') {
				return found;
			}
		}
	}
	if (scanner.finish() !== 'more') {
		add('value');
	}
	return scanner.isComplete ? found : [...found, ['incomplete', '', scanner.depth]];
}

function eventsOf(text: string, leniency?: JsonLeniency): readonly Found[] {
	const bytes = Buffer.from(text);
	return events(bytes, [bytes], leniency);
}

function valueFrom(found: readonly Found[]): unknown {
	const around: unknown[][] = [[]];
	for (const [event, text] of found) {
		const top = around.at(-1) ?? [];
		if (event === 'open') {
			around.push([]);
		} else if (event === 'close') {
			around.pop();
			const items = Array.from({ length: top.length / 2 }, (_, index) => top.slice(2 * index, 2 * index + 2));
			around.at(-1)?.push(text.startsWith('{') ? Object.fromEntries(items) : top);
		} else if (event === 'key' || event === 'value') {
			top.push(JSON.parse(text));
		} else {
			return undefined;
		}
	}
	return around[0]?.[0];
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

const damages = ['{', '}', '[', ']', ',', ':', '"', '\\', '\\u00g0', '\t', '01', '1.', '-', 'nul', '1e', ' '] as const;

function damagedJson(random: Random): string {
	const text = hostileJson(random).replace('\ufeff', '');
	if (random.chance(0.4)) {
		return text;
	}
	const at = random.below(text.length + 1);
	// The text is encoded, which replaces unpaired surrogates.
	return Buffer.from(text.slice(0, at) + random.pick(damages) + text.slice(at + random.below(2))).toString();
}

describe('JSON scanner', () => {
	it('emits events that yield the same values as JSON.parse, regardless of chunk boundaries', () => {
		const random = new Random(8259);
		let valid = 0;
		for (let round = 0; round < 4000; round++) {
			const text = damagedJson(random);
			const bytes = Buffer.from(text);
			const expected = parsed(text);
			const found = events(bytes, random.cut(bytes, random.pick([1, 2, 7, 4096])));
			assert.deepEqual(valueFrom(found), expected, text);
			assert.deepEqual(found, eventsOf(text), text);
			valid += Number(expected !== undefined);
		}
		assert.ok(valid > 1500 && valid < 3500, `${valid} texts were JSON`);
	});

	it('scans UTF-16 code units in the same way as bytes', () => {
		const random = new Random(16);
		for (let round = 0; round < 500; round++) {
			const text = damagedJson(random).replaceAll(/[^ -~\s]/g, '');
			const units = Uint16Array.from(Buffer.from(text));
			assert.deepEqual(events(units, [units]), eventsOf(text), text);
		}
	});

	it('finds the closing quote of a long string with unchecked escapes regardless of chunk boundaries', () => {
		const random = new Random(64);
		const leniency = { strings: 'any', order: true } as const;
		for (let round = 0; round < 100; round++) {
			const parts = random.times(400, () => (random.chance(0.02) ? '"' : random.pick(['a', 'bcd', '\\', '\\"'])));
			const bytes = Buffer.from(`["${parts.join('')}"]`);
			const single = Array.from(bytes, (_, index) => bytes.subarray(index, index + 1));
			const found = events(bytes, [bytes], leniency);
			assert.deepEqual(found, events(bytes, single, leniency), bytes.toString());
			assert.deepEqual(found, events(bytes, random.cut(bytes, 90), leniency), bytes.toString());
		}
	});

	it('returns a key whose JSON text arrived in several pieces', () => {
		const bytes = Buffer.from('{"a\\u00e9 b":1}');
		const scanner = new JsonScanner();
		const keys: string[] = [];
		for (const piece of new Random(1).cut(bytes, 2)) {
			scanner.push(piece);
			for (let event = scanner.next(); event !== 'more'; event = scanner.next()) {
				if (event === 'key') {
					keys.push(scanner.rawKey);
				}
			}
		}
		assert.deepEqual(keys, ['a\\u00e9 b']);
	});

	it('reports where a JSON value becomes invalid', () => {
		const faultIn = (text: string, leniency?: JsonLeniency) => {
			const scanner = new JsonScanner(leniency);
			scanner.push(Buffer.from(text));
			let event = scanner.next();
			while (event !== 'more' && event !== 'fault') {
				event = scanner.next();
			}
			return event === 'fault' ? scanner.start : undefined;
		};
		assert.equal(faultIn('[1,012]'), 4);
		assert.equal(faultIn('[1.x]'), 3);
		assert.equal(faultIn('[nulx]'), 4);
		assert.equal(faultIn('["a\\q"]'), 4);
		assert.equal(faultIn('{"a" 1}'), 5);
		assert.equal(faultIn('[[[]]]', { maxDepth: 2 }), 2);
		assert.equal(faultIn('[[]]', { maxDepth: 2 }), undefined);
	});

	it('accepts only the enabled deviations from standard JSON', () => {
		const texts = { control: '["\t"]', escape: '["\\q"]', word: '[NaN]' };
		const accepted = (leniency: JsonLeniency) =>
			Object.entries(texts).flatMap(([name, text]) => (eventsOf(text, leniency).at(-1)?.[0] === 'close' ? name : []));
		assert.deepEqual(accepted({}), []);
		assert.deepEqual(accepted({ strings: 'controls' }), ['control']);
		assert.deepEqual(accepted({ strings: 'any' }), ['control', 'escape']);
		assert.deepEqual(accepted({ words: true }), ['word']);
	});

	it('finds strings and brackets in any order, and counts brackets beyond the depth limit', () => {
		const found = eventsOf('}{"a":"}",x[[["b"]]],"c"', { order: true, maxDepth: 2 });
		assert.deepEqual(
			found.map(([event, text, depth]) => [event, event === 'close' ? '' : text, depth]),
			[
				['close', '', 0],
				['open', '{', 1],
				['key', '"a"', 1],
				['value', '"}"', 1],
				['open', '[', 2],
				['open', '[', 3],
				['open', '[', 4],
				['value', '"b"', 4],
				['close', '', 3],
				['close', '', 2],
				['close', '', 1],
				['key', '"c"', 1],
				['incomplete', '', 1],
			],
		);
	});
});
