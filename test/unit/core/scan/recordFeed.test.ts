import * as assert from 'node:assert/strict';
import { atOnce } from '../../../../src/core/common/steps';
import { CsvSource } from '../../../../src/core/scan/csvSource';
import { Machine } from '../../../../src/core/scan/machine';
import { RecordFeed } from '../../../../src/core/scan/recordFeed';
import { Random } from '../../../support/random';
import { type CsvCounts, countCsv } from '../export/support/csvReference';
import { hostileCsv } from '../export/support/hostileCsv';

function counts(pieces: Iterable<Uint8Array>, longest: number): CsvCounts {
	const source = new CsvSource(new Machine(), false);
	let [rows, ragged] = [0, 0];
	const feed = new RecordFeed(source, {
		longest,
		onFound: () => {
			const { records, faults, machine } = source.found;
			rows += records;
			ragged += machine.bytes.subarray(faults, faults + records).filter((fault) => fault === 1).length;
			return true;
		},
	});
	for (const piece of pieces) {
		atOnce(feed.push(piece));
	}
	atOnce(feed.end());
	return { rows, ragged, end: source.closed ? 'whole' : source.inQuotes ? 'quoteNotClosed' : 'recordNotFinished' };
}

describe('RecordFeed', () => {
	it('finds every record of a CSV, also those longer than its buffer', () => {
		const random = new Random(11);
		const alphabet = ['"', '"', '""', ',', ',', '\n', '\r\n', '\r', 'a', 'bcd', '"b",'] as const;
		for (let round = 0; round < 600; round++) {
			const odd = `${random.pick(['a', 'a,b', 'a,b,c'])}\n${random.times(random.below(40), () => random.pick(alphabet)).join('')}`;
			const bytes = Buffer.from(random.pick([odd, odd, hostileCsv(random).text]));
			const longest = random.pick([0, 1, 2, 5, 1000]);
			const pieces = [...random.cut(bytes, random.pick([1, 2, 7, 100]))];
			const what = `round ${round}: ${longest}, ${pieces.map((piece) => piece.length)}, ${JSON.stringify(bytes.toString())}`;
			assert.deepEqual(counts(pieces, longest), countCsv(bytes), what);
		}
	});
});
