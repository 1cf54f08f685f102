import * as assert from 'node:assert/strict';
import { isProblem } from '../../../../../src/core/common/errors';
import { JsonCheck } from '../../../../../src/core/export/check/jsonCheck';
import { JsonScan } from '../../../../../src/core/export/check/jsonScan';
import { FieldTable } from '../../../../../src/core/plan/fields';
import { TableBuilder } from '../../../../../src/core/records/read/tableBuilder';
import { measured } from '../../../../support/measured';
import { leastTime } from '../../../../support/processorTime';
import { Random } from '../../../../support/random';
import { build, readBack, remembered } from '../../records/support/tables';
import { hostileJson, hostileRecord } from '../support/hostileJson';

const fields = ['error', 'error_json', 'mcc'];

function manyRecords(random: Random): string {
	const records = random.times(1500, () => JSON.stringify(hostileRecord(random), null, random.pick([0, 1])));
	const list = `[${records.join(random.pick([',', ' ,\n']))} ]`;
	return random.chance(0.3) ? list : `{"rows":"all","data" : ${list},"next":null}`;
}

function scan(bytes: Buffer, pieces: Iterable<Uint8Array> = [bytes], names: readonly string[] = fields) {
	const scan = new JsonCheck(names);
	for (const piece of pieces) {
		// The caller may reuse the buffer afterwards.
		const lent = Buffer.from(piece);
		scan.push(lent);
		lent.fill(0x2e);
	}
	return { end: scan.end(), rows: scan.rows, scan };
}

function parsedRows(text: string): number | undefined {
	try {
		const answer = JSON.parse(text) as { data?: unknown };
		const list = Array.isArray(answer) ? answer : answer.data;
		return Array.isArray(list) && list.every((record) => Object.prototype.toString.call(record) === '[object Object]')
			? list.length
			: undefined;
	} catch {
		return undefined;
	}
}

describe('JsonCheck', () => {
	it('counts the same JSON records as JsonScan, regardless of chunk boundaries', () => {
		const random = new Random(64);
		for (let round = 0; round < 300; round++) {
			const text = round % 10 === 0 ? manyRecords(random) : hostileJson(random);
			const bytes = Buffer.from(text);
			const careful = new JsonScan();
			careful.push(bytes);
			const { end, rows } = scan(bytes, random.cut(bytes, random.pick([7, 4096, 200_000])));
			assert.deepEqual([end, rows], [careful.end(), careful.rows], text.slice(0, 2000));
		}
	});

	it('rejects the same JSON as JSON.parse after any byte is changed, removed or duplicated', () => {
		const random = new Random(65);
		const text = manyRecords(random);
		const replacements = [
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
		] as const;
		let refused = 0;
		for (let round = 0; round < 150; round++) {
			const at = random.below(text.length);
			const other = random.pick([random.pick(replacements), '', text.slice(at, at + 2)]);
			const damaged = text.slice(0, at) + other + text.slice(at + 1);
			const bytes = Buffer.from(damaged);
			const { end, rows } = scan(bytes, random.cut(bytes, 65_536));
			const expected = parsedRows(damaged);
			refused += expected === undefined ? 1 : 0;
			assert.deepEqual(end === 'whole' ? rows : undefined, expected, `${at} ${JSON.stringify(other)}`);
		}
		assert.ok(refused > 50, `${refused} of 150 were damaged`);
	});

	it('never accepts a truncated JSON text as complete', () => {
		const random = new Random(66);
		const bytes = Buffer.from(manyRecords(random));
		for (let round = 0; round < 60; round++) {
			const { end } = scan(bytes.subarray(0, random.below(bytes.length)));
			assert.equal(end, 'jsonNotClosed');
		}
	});

	it('tracks field names, including escaped ones, across all JSON records', () => {
		const record = '{"error":"a","mcc":1,"town":"b"}';
		const escaped = '{"\\u0065rror":"a","town":"b", "mcc" : 2}';
		for (const last of [record, escaped]) {
			const { scan: whole, rows } = scan(Buffer.from(`[${[...Array(5000).fill(record), last].join(',')}]`));
			assert.equal(rows, 5001);
			assert.deepEqual(whole.warnings(), {
				saidPartial: [],
				fieldsMissing: ['error_json'],
				unrequestedFields: ['town'],
			});
		}
	});

	for (const [name, usual, last, missing, unrequested] of [
		['occurs only in the last record', '{"error":"a","mcc":1}', '{"error_json":""}', [], []],
		['is missing from the last record', '{"error":"a","mcc":1,"town":"b"}', '{"error":"a"}', ['error_json'], []],
		[
			'occurs twice in the last record',
			'{"error":"a","mcc":1}',
			'{"error":"a","mcc":1,"mcc":2}',
			['error_json'],
			['mcc'],
		],
	] as const) {
		it(`notices a field name that ${name}`, () => {
			const { scan: whole, end } = scan(Buffer.from(`[${[...Array(6000).fill(usual), last].join(',\n')}]`));
			assert.equal(end, 'whole');
			assert.deepEqual(whole.warnings(), { saidPartial: [], fieldsMissing: missing, unrequestedFields: unrequested });
		});
	}

	for (const list of [Array(300).fill({ id: 1, text: 'x' }), [{}], Array(5000).fill({ errorId: 'a' })]) {
		it(`rejects ${list.length} JSON records without any of the requested fields`, () => {
			const { scan: whole, end } = scan(Buffer.from(JSON.stringify({ data: list })));
			assert.equal(end, 'whole');
			const unexpected = Object.keys(list[0] ?? {});
			assert.throws(
				() => whole.warnings(),
				(error) => {
					assert.ok(isProblem(error, 'wrongHeader'));
					assert.deepEqual(error.problem, { kind: 'wrongHeader', missing: fields, unexpected });
					return true;
				},
			);
		});
	}

	measured('JsonCheck is faster than JsonScan, and not much slower if every record is unusual', () => {
		const usual = JSON.stringify({
			error: 'at com.example.Cart.pay(Cart.kt:17)\n'.repeat(8),
			mcc: '262',
			city: 'Köln',
		});
		const unusual = usual.replace('"mcc"', '"m\\u0063c"');
		const getTimes = (record: string) => {
			// Uses a large input because the timer resolution is a few milliseconds.
			const bytes = Buffer.from(`{"data":[${[usual, ...Array(50_000).fill(record)].join(',')}]}`);
			const pieces = Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, index) =>
				bytes.subarray(index * 65_536, (index + 1) * 65_536),
			);
			const run = (scan: JsonScan | JsonCheck) => {
				for (const piece of pieces) {
					scan.push(piece);
				}
				assert.equal(scan.end(), 'whole');
			};
			return [leastTime(() => run(new JsonCheck(fields)), 5), leastTime(() => run(new JsonScan()), 5)] as const;
		};
		const [quick, careful] = getTimes(usual);
		assert.ok(quick < 0.8 * careful, `${quick} ms against ${careful} ms`);
		const [slowest, alone] = getTimes(unusual);
		assert.ok(slowest < 9 * alone, `${slowest} ms against ${alone} ms`);
	});

	it('handles JSON records larger than its buffer and continues with fast scanning afterwards', () => {
		const large = JSON.stringify({ error: 'x'.repeat(5_000_000) });
		const small = Array(3000).fill('{"error":"a"}').join(',');
		const bytes = Buffer.from(`[${[small, large, small, large, large, small].join(',')}]`);
		const { end, rows, scan: whole } = scan(bytes, new Random(3).cut(bytes, 300_000), ['error']);
		assert.deepEqual([end, rows], ['whole', 9003]);
		assert.deepEqual(whole.warnings(), { saidPartial: [], fieldsMissing: [], unrequestedFields: [] });
	});

	it('reports malformed JSON before the end of the broken record', () => {
		const check = new JsonCheck(['error']);
		check.push(Buffer.from(`{"data":[${'{"error":"a"},'.repeat(10_000)}{"error":tru <html>${' '.repeat(70_000)}`));
		assert.equal(check.malformed, true);
		assert.equal(check.rows, 10_000);
	});

	describe('JsonCheck while it builds an index', () => {
		const checkIndexed = (pieces: Iterable<Uint8Array>) => {
			const table = new TableBuilder('json', 0, new FieldTable());
			const check = new JsonCheck(fields, {
				*append(source, offset) {
					yield* table.append(source, offset);
					return true;
				},
				finish: (source, feed) => table.finish(source, feed),
				keep: async () => {},
			});
			for (const piece of pieces) {
				const lent = Buffer.from(piece);
				check.push(lent);
				lent.fill(0x2e);
			}
			return { end: check.end(), rows: check.rows, table };
		};

		it('builds the same index as reading the file, without changing the result of the check', () => {
			const random = new Random(67);
			for (let round = 0; round < 200; round++) {
				const sound = round % 10 === 0 ? manyRecords(random) : hostileJson(random);
				const at = random.below(sound.length);
				const text =
					round % 3 === 0 ? sound.slice(0, at) + random.pick(['', '}', '"', 'x']) + sound.slice(at + 1) : sound;
				const bytes = Buffer.from(text);
				const careful = new JsonScan();
				careful.push(bytes);
				const { end, rows, table } = checkIndexed(random.cut(bytes, random.pick([7, 4096, 200_000])));
				assert.deepEqual([end, rows], [careful.end(), careful.rows], text.slice(0, 2000));
				assert.equal(table.index.complete, end === 'whole');
				if (end === 'whole') {
					const read = build('json', [bytes]);
					assert.deepEqual(table.index.info, read.index.info, text.slice(0, 2000));
					assert.deepEqual(readBack(table, bytes), readBack(read, bytes));
					const numbers = Array.from({ length: rows }, (_, number) => number);
					const remember = (of: TableBuilder) => numbers.map((number) => remembered(of, number));
					assert.deepEqual(remember(table), remember(read));
				}
			}
		});
	});
});
