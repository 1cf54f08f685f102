import * as assert from 'node:assert/strict';
import { runSynchronously } from '../../../../src/core/common/cooperativeTask';
import { cellFaults } from '../../../../src/core/scan/cellBatch';
import { CsvSource } from '../../../../src/core/scan/csvSource';
import { RecordFeed } from '../../../../src/core/scan/recordFeed';
import { ScannerInstance } from '../../../../src/core/scan/scannerInstance';
import { Random } from '../../../support/random';
import { type CsvCounts, countCsv } from '../export/support/csvReference';
import { hostileCsv } from '../export/support/hostileCsv';

function counts(pieces: Iterable<Uint8Array>, longest: number): CsvCounts {
	const source = new CsvSource(new ScannerInstance(), { cells: false });
	let [rows, ragged] = [0, 0];
	const feed = new RecordFeed(source, {
		longest,
		onFound: () => {
			const { records, faults, instance } = source.found;
			rows += records;
			const states = instance.bytes.subarray(faults, faults + records);
			ragged += states.filter((state) => state === cellFaults.broken || state === cellFaults.extended).length;
			return true;
		},
	});
	for (const piece of pieces) {
		runSynchronously(feed.push(piece));
	}
	runSynchronously(feed.end());
	return { rows, ragged, end: source.closed ? 'whole' : source.inQuotes ? 'quoteNotClosed' : 'recordNotFinished' };
}

describe('RecordFeed', () => {
	it('finds every CSV record, even if it is longer than the buffer', () => {
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
