import assert from 'node:assert/strict';
import { fold } from '../../../../../src/shared/fold';
import { textPlaces } from '../../../../../src/webview/results/find/textPlaces';

const parts = (text: string, wanted: string, most = 100) =>
	textPlaces(text, wanted, most).map(({ start, end }) => text.slice(start, end));

describe('text search', () => {
	it('ignores case and the Unicode composition of accents in a text search', () => {
		assert.deepEqual(parts('Cart cART xcartx', 'CART'), ['Cart', 'cART', 'cart']);
		assert.deepEqual(parts('École, e\u0301cole, ecole', 'éCOLE'), ['École', 'e\u0301cole']);
		assert.deepEqual(parts('ΟΔΟΣ οδός', 'οδος'), ['ΟΔΟΣ']);
		assert.deepEqual(parts('각 \u1100\u1161\u11a8', '각'), ['각', '\u1100\u1161\u11a8']);
	});

	it('matches whole letters even if case folding changes their length', () => {
		assert.deepEqual(parts('İZMİR İzmir', 'İzm'), ['İZM', 'İzm']);
		assert.deepEqual(parts('İİİend', 'END'), ['end']);
		assert.deepEqual(parts('e\u0301e\u0301x', 'x'), ['x']);
	});

	it('returns a limited number of non-overlapping text matches', () => {
		assert.deepEqual(parts('aaaa', 'aa'), ['aa', 'aa']);
		assert.equal(parts('a'.repeat(1_000), 'a', 7).length, 7);
		assert.deepEqual(parts('a', ''), []);
		assert.deepEqual(parts('', 'a'), []);
	});

	it('finds every occurrence of a search text regardless of case', () => {
		for (const text of ['straße', 'ǅ ǆ', '👩‍👩‍👧 ä', 'Ｆｕｌｌ', 'a\u0300\u0301\u0302b', '\ud83d']) {
			for (let from = 0; from < text.length; from++) {
				const wanted = text.slice(from);
				assert.equal(textPlaces(text, wanted, 9).length > 0, fold(text).includes(fold(wanted)), JSON.stringify(wanted));
			}
		}
	});

	it('searches text in linear time', () => {
		const text = `${'é'.repeat(200_000)}x`;
		assert.deepEqual(textPlaces(text, 'x', 9), [{ start: 200_000, end: 200_001 }]);
	});
});
