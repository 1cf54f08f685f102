import * as assert from 'node:assert/strict';
import { runSynchronously } from '../../../../src/core/common/cooperativeTask';
import { cellFaults } from '../../../../src/core/scan/cellBatch';
import { JsonSource } from '../../../../src/core/scan/jsonSource';
import { RecordFeed } from '../../../../src/core/scan/recordFeed';
import { ScannerInstance } from '../../../../src/core/scan/scannerInstance';
import { measured } from '../../../support/measured';
import { leastTime } from '../../../support/processorTime';
import { Random } from '../../../support/random';
import { hostileJson, hostileRecord } from '../export/support/hostileJson';

/** Creates a scanner instance that finds no record, so that all records are read one at a time. */
function readingMachine(): ScannerInstance {
	const instance = new ScannerInstance();
	const scanner = { ...instance.scanner, scanJson: (_base: number, from: number) => from };
	return Object.defineProperty(instance, 'scanner', { value: scanner });
}

interface Found {
	/** Position, fault and cells of each record, without trailing empty cells. */
	readonly records: readonly (readonly [start: number, end: number, fault: string, ...cells: string[]])[];
	readonly names: readonly string[];
	readonly closed: boolean;
	/** Number of records found by the compiled scanner. */
	readonly quick: number;
}

function find(pieces: Iterable<Uint8Array>, instance = new ScannerInstance()): Found {
	const source = new JsonSource(instance);
	const records: [number, number, string, ...string[]][] = [];
	let quick = 0;
	const feed = new RecordFeed(source, {
		longest: 64 * 1024 * 1024,
		onFound: (offset) => {
			const { found, names } = source;
			for (let record = 0; record < found.records; record++) {
				const [start = 0, end = 0] = instance.words.subarray(found.places / 4 + 2 * record);
				const fault = instance.bytes[found.faults + record] ?? 0;
				quick += fault === cellFaults.sound ? 1 : 0;
				const told = fault === cellFaults.broken ? 'broken' : fault === cellFaults.guessed ? 'guessed' : 'sound';
				const cells = names.map((_, column) => found.text(record, column));
				const filled = cells.findLastIndex((cell) => cell !== '') + 1;
				records.push([offset + start, offset + end, told, ...cells.slice(0, filled)]);
			}
			return true;
		},
	});
	for (const piece of pieces) {
		runSynchronously(feed.push(piece));
	}
	runSynchronously(feed.end());
	return { records, names: source.names, closed: source.closed, quick };
}

function manyRecords(random: Random): string {
	const records = random.times(200, () => JSON.stringify(hostileRecord(random), null, random.pick([0, 1])));
	const separator = random.pick([',', ' ,\n', ',,', ' ', '\n']);
	const frames: [[string, string], ...[string, string][]] = [
		['[', ']'],
		['{"data":[', '],"n":1}'],
		['', '\n'],
		['{"a":[{"b":1}],"data":[', ']}'],
	];
	const [before, after] = random.pick(frames);
	return before + records.join(separator) + after;
}

const damages = [
	'',
	'{',
	'}',
	'[',
	']',
	',',
	':',
	'"',
	' ',
	'0',
	'-',
	'.',
	'e',
	't',
	'x',
	'\\',
	'\t',
	'\n',
	'\\u00',
] as const;

function damaged(text: string, random: Random): string {
	let result = text;
	for (let count = random.below(4); count > 0; count--) {
		const at = random.below(result.length);
		result = result.slice(0, at) + random.pick(damages) + result.slice(at + random.below(3));
	}
	return result;
}

describe('JsonSource', () => {
	it('finds the same records with the compiled scanner as with the record-by-record scanner', () => {
		const random = new Random(7159);
		let quick = 0;
		for (let round = 0; round < 250; round++) {
			const whole = round % 4 === 0 ? manyRecords(random) : hostileJson(random);
			const text = round % 3 === 0 ? whole : damaged(whole, random);
			const bytes = Buffer.from(text);
			const pieces = random.cut(bytes, random.pick([1, 5, 40, 1000, bytes.length]));
			const found = find(pieces);
			quick += found.quick;
			// After malformed text, the position of the next record may depend on the chunk boundaries.
			for (const others of text === whole ? [pieces, [bytes]] : [pieces]) {
				const expected = { ...find(others, readingMachine()), quick: found.quick };
				assert.deepEqual(found, expected, `round ${round}: ${text.slice(0, 3000)}`);
			}
		}
		assert.ok(quick > 2000, `the compiled scanner found ${quick} records`);
	});

	for (const [name, record, quick] of [
		['with common values', '{"a":"x","b":[1,{"c":"]"}],"c":null,"d":-1.5e7}', 999],
		['with escaped names', '{"\\u0061":"x","\\"":1}', 999],
		['with non-ASCII names', '{"имя":"x","💥":"y"}', 999],
		['with a repeated name', '{"a":1,"b":2,"a":3}', 999],
		['without properties', '{}', 1000],
		['with a number of 2,000 digits', `{"a":${'1'.repeat(2000)}}`, 0],
		['with a name of 200 letters', `{"${'n'.repeat(200)}":1}`, 0],
		['with 100 nested arrays', `{"a":${'['.repeat(100)}${']'.repeat(100)}}`, 0],
	] as const) {
		it(`finds a thousand JSON records ${name}, ${quick} of them with the compiled scanner`, () => {
			const bytes = Buffer.from(`{"data":[${Array(1000).fill(record).join(',')} , {"z":0}]}`);
			const { quick: counted, ...found } = find([bytes]);
			const { quick: _, ...expected } = find([bytes], readingMachine());
			assert.deepEqual(found, expected);
			assert.deepEqual([found.records.length, counted], [1001, quick]);
		});
	}

	it('assigns JSON properties to thousands of columns in any order', () => {
		const random = new Random(5);
		const names = random.times(3000, (index) => `${random.pick(['a', 'name', 'n_'])}${index}`);
		const records = random.times(400, () =>
			Object.fromEntries(random.times(5, () => [names[random.below(names.length)] ?? '', random.below(9)])),
		);
		const all = Object.fromEntries(names.map((name) => [name, 1]));
		const bytes = Buffer.from(JSON.stringify([all, ...records]));
		const { quick, ...found } = find([bytes]);
		const { quick: _, ...expected } = find([bytes], readingMachine());
		assert.deepEqual(found, expected);
		assert.ok(quick >= 399, `${quick}`);
	});

	measured('finds JSON records in linear time even if all records are unusual', () => {
		const measure = (count: number, record: string) => {
			const bytes = Buffer.from(`[{"a":1},${Array(count).fill(record).join(',')}]`);
			return leastTime(() => {
				const source = new JsonSource(new ScannerInstance());
				const feed = new RecordFeed(source, { longest: bytes.length, onFound: () => true });
				for (let at = 0; at < bytes.length; at += 4096) {
					runSynchronously(feed.push(bytes.subarray(at, at + 4096)));
				}
				runSynchronously(feed.end());
			});
		};
		for (const record of [
			'{"\\u0061":1}',
			'{"a":1,"a":tru}',
			`{"a":${'['.repeat(65)}`,
			`{"a":"${'x'.repeat(3000)}`,
			'{"a":1}  {"b"',
			'{}\u0000',
			'{"a":"\\',
		]) {
			const [few, many] = [measure(2500, record), measure(10_000, record)];
			assert.ok(many < 10 * few + 100, `${record.slice(0, 80)}: ${many} ms, where a quarter took ${few}`);
		}
	});
});
