import assert from 'node:assert/strict';
import { mostFound, TextFinder } from '../../../../src/core/scan/textFinder';
import { Random } from '../../../support/random';

function placesByHand(bytes: Buffer, text: string): number[] {
	const lower = bytes.map((byte) => (byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte));
	const places: number[] = [];
	for (let at = Buffer.from(lower).indexOf(text); at !== -1; at = Buffer.from(lower).indexOf(text, at + 1)) {
		places.push(at);
	}
	return places;
}

function placesOf(finder: TextFinder, bytes: Buffer, text: string): number[] {
	finder.begin(text);
	finder.take(bytes);
	const places: number[] = [];
	for (let at = finder.next(0); at !== undefined; at = finder.next(at + 1)) {
		places.push(at);
	}
	return places;
}

describe('text search in UTF-8 bytes', () => {
	it('finds exactly the same positions as a byte-by-byte search', () => {
		const random = new Random(5);
		const finder = new TextFinder();
		const letters = ['a', 'A', 'b', 'B', '[', '{', '@', '`', '\u212a', 'é'] as const;
		for (let round = 0; round < 400; round++) {
			const bytes = Buffer.from(random.times(random.below(300), () => random.pick(letters)).join(''));
			const text = random.times(1 + random.below(random.chance(0.2) ? 40 : 4), () =>
				random.pick(letters).toLowerCase(),
			);
			const needle = random.chance(0.3) ? bytes.toString('utf8', 0, 60).toLowerCase() : text.join('');
			if (needle !== '' && Buffer.from(needle).every((byte) => byte < 0x80)) {
				assert.deepEqual(placesOf(finder, bytes, needle), placesByHand(bytes, needle), needle);
			}
		}
	});

	it('finds non-ASCII characters only in their exact form', () => {
		const bytes = Buffer.from('a\u212ab\u00e2\u212a');
		assert.deepEqual(placesOf(new TextFinder(), bytes, '\u212a'), [1, 7]);
	});

	it('finds matches that cross block boundaries', () => {
		const finder = new TextFinder();
		const bytes = Buffer.alloc(700_000, 'x');
		const places = [0, 262_139, 262_144, 262_150, 524_280, 524_290, 699_993];
		for (const place of places) {
			bytes.write('NeEdLe ', place, 'latin1');
		}
		const whole = places.filter((place, index) => (places[index + 1] ?? bytes.length) - place >= 7);
		assert.deepEqual(placesOf(finder, bytes, 'needle '), whole);
	});

	it('finds a short string after searching for a string of the maximum length', () => {
		const finder = new TextFinder();
		const text = `${'y'.repeat(mostFound - 1)}z`;
		const bytes = Buffer.from(`${'y'.repeat(1000)}${text.toUpperCase()}y${text}`);
		assert.deepEqual(placesOf(finder, bytes, text), [1000, 1001 + mostFound]);
		assert.deepEqual(placesOf(finder, Buffer.from('yyY z'), 'y z'), [2]);
	});
});
