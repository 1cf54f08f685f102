import * as assert from 'node:assert/strict';
import { runSynchronously } from '../../../../src/core/common/cooperativeTask';
import { CsvSource } from '../../../../src/core/scan/csvSource';
import { JsonSource } from '../../../../src/core/scan/jsonSource';
import { RecordFeed } from '../../../../src/core/scan/recordFeed';
import { ScannerInstance } from '../../../../src/core/scan/scannerInstance';
import { Random } from '../../../support/random';

interface Found {
	readonly first: readonly string[];
	readonly tooLong: number;
	readonly isCut: boolean;
}

const longest = 500;

function find(source: CsvSource | JsonSource, text: string, random: Random): Found {
	const first: string[] = [];
	const feed = new RecordFeed(source, {
		longest,
		onFound: () => {
			for (let record = 0; record < source.found.records; record++) {
				first.push(source.found.text(record, 0));
			}
			return true;
		},
	});
	for (const piece of random.cut(Buffer.from(text), random.pick([5, 30, 100]))) {
		runSynchronously(feed.push(piece));
	}
	runSynchronously(feed.end());
	return { first, tooLong: source.tooLong, isCut: feed.isStopped || !source.closed };
}

const awkward = ['x', ',', '"', '\n', '\\', '{', '}', '[', ']', '\\"', 'é', '"data":[{'] as const;

function valuesWith(random: Random): { readonly values: readonly string[]; readonly short: readonly string[] } {
	const values = random.times(1 + random.below(12), (place) => {
		const text = random.times(random.below(4), () => random.pick(awkward)).join('');
		return `${place}${text}${random.below(3) === 0 ? text.padEnd(1200, random.pick(['y', 'é', '\\', '"'])) : ''}`;
	});
	return { values, short: values.filter((value) => value.length < 300) };
}

describe('records that exceed the maximum length', () => {
	it('counts overlong CSV records and finds every record after them', () => {
		const random = new Random(3);
		for (let round = 0; round < 400; round++) {
			const { values, short } = valuesWith(random);
			const rows = values.map((value) => `"${value.replaceAll('"', '""')}",${random.below(9)}`);
			const text = `error,id\n${rows.join('\n')}${random.pick(['', '\n'])}`;
			const found = find(new CsvSource(new ScannerInstance(), { skipsLong: true }), text, random);
			assert.deepEqual(found, { first: short, tooLong: values.length - short.length, isCut: false }, `${round}`);
		}
	});

	it('counts overlong JSON records and finds every record after them', () => {
		const random = new Random(4);
		for (let round = 0; round < 400; round++) {
			const { values, short } = valuesWith(random);
			const objects = values.map((error) => JSON.stringify({ error, more: { data: [{ a: 1 }], b: [error.length] } }));
			const long = JSON.stringify('m'.repeat(random.pick([10, 2000])));
			const text = random.pick([
				() => `[${objects.join(',')}]`,
				() => `{"data":[${objects.join(', ')}]}`,
				() => `{"meta":${long},"more":{"data":[{}]}, "data" : [ ${objects.join(',\n')} ]}`,
				() => objects.join('\n'),
			])();
			const source = new JsonSource(new ScannerInstance(), { pauses: true, skipsLong: true });
			source.expectColumns(['error']);
			const found = find(source, text, random);
			assert.deepEqual(
				found,
				{ first: short, tooLong: values.length - short.length, isCut: false },
				`${round} ${text}`,
			);
		}
	});

	it('reports truncated text if an overlong record has no end', () => {
		const random = new Random(5);
		const csv = `error,id\na,1\n"${'x'.repeat(2000)}`;
		const inCsv = find(new CsvSource(new ScannerInstance(), { skipsLong: true }), csv, random);
		assert.deepEqual(inCsv, { first: ['a'], tooLong: 0, isCut: true });
		const json = `[{"error":"a"},{"error":"${'x'.repeat(2000)}`;
		const inJson = find(new JsonSource(new ScannerInstance(), { skipsLong: true }), json, random);
		assert.deepEqual(inJson, { first: ['a'], tooLong: 0, isCut: true });
	});
});
