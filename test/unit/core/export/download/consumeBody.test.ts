import * as assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { AppError } from '../../../../../src/core/common/errors';
import { recordsConsumer } from '../../../../../src/core/export/download/consumeBody';
import type { ExportProgress } from '../../../../../src/core/export/model/entry';
import type { Files } from '../../../../../src/core/files/durableFile';
import type { Format } from '../../../../../src/core/plan/plan';
import { Random } from '../../../../support/random';
import { getBody, neverAborted, stalledBody } from '../support/bodies';
import { filesWithRoomFor } from '../support/failingFiles';
import { assertProblem } from '../support/problems';
import { tree, useTemporaryFolder } from '../support/temporaryFolder';

const fields = ['error', 'os_name'];
const csvText = '\ufefferror,os_name\r\n"at a\r\n""b""",android\r\n"💥",ios\r\n';
const jsonText = '{"data":[\n{"error":"at \\"a\\"","os_name":"ios"},{"error":"💥","os_name":12345678901234567890}]}\n';

describe('recordsConsumer()', () => {
	const folder = useTemporaryFolder();
	const name = 'shop.errors';

	function consumer(format: Format = 'csv', options: { report?: (p: ExportProgress) => void; files?: Files } = {}) {
		const { report = () => {}, ...rest } = options;
		return recordsConsumer({ path: join(folder.path, name), format, fields }, report, rest);
	}

	for (const [format, text] of [
		['csv', csvText],
		['json', jsonText],
	] as const) {
		it(`stores a ${format} body byte for byte and counts its records, regardless of chunk boundaries`, async () => {
			const random = new Random(11);
			const bytes = Buffer.from(text);
			for (const longest of [1, 5, 1000]) {
				const body = getBody(random.cut(bytes, longest), { totalBytes: bytes.length });
				const consumed = await consumer(format)(body, neverAborted);
				assert.deepEqual(consumed, { kind: 'whole', value: { rows: 2, bytes: bytes.length } });
				assert.deepEqual(readFileSync(join(folder.path, name)), bytes);
				assert.deepEqual(tree(folder.path), [name]);
			}
		});
	}

	it('never accepts a JSON body as complete if it is truncated at any byte', async () => {
		const bytes = Buffer.from(jsonText.trimEnd());
		for (let length = 0; length < bytes.length; length++) {
			await assert.rejects(consumer('json')(getBody([bytes.subarray(0, length)]), neverAborted), AppError);
			assert.deepEqual(tree(folder.path), []);
		}
	});

	it('accepts a truncated CSV body only if the remaining text is valid CSV', async () => {
		const bytes = Buffer.from('error,os_name\n"at a\n""b""",android\nx,"ios"\n');
		const header = 'error,os_name'.length;
		for (let length = 0; length < bytes.length; length++) {
			const beginning = bytes.subarray(0, length);
			const work = consumer()(getBody([beginning]), neverAborted);
			if (isWholeCsv(beginning) && length >= header) {
				const records = parse(beginning, { relax_column_count: true, skip_empty_lines: true });
				assert.deepEqual(await work, { kind: 'whole', value: { rows: records.length - 1, bytes: length } });
			} else {
				await assert.rejects(work, AppError, `${length}: ${beginning}`);
				assert.deepEqual(
					tree(folder.path).filter((file) => file.endsWith('.part')),
					[],
				);
			}
		}
	});

	function isWholeCsv(bytes: Buffer): boolean {
		try {
			return parse(bytes, { skip_empty_lines: true }).length > 0;
		} catch {
			return false;
		}
	}

	for (const [title, format, text, problem] of [
		['an unclosed quote', 'csv', 'error,os_name\n"a,b\n', { kind: 'brokenBody', fault: 'quoteNotClosed' }],
		['an incomplete record', 'csv', 'error,os_name\na,b\nc', { kind: 'brokenBody', fault: 'recordNotFinished' }],
		['truncated JSON', 'json', '{"data":[{"error":"a"}', { kind: 'brokenBody', fault: 'jsonNotClosed' }],
		['JSON interrupted by text', 'json', '{"data":[{} oh', { kind: 'brokenBody', fault: 'jsonMalformed' }],
		[
			'JSON without records',
			'json',
			'{"code":400,"message":"no"}',
			{ kind: 'unexpectedBody', found: 'json', words: '{"code":400,"message":"no"}' },
		],
		[
			'an error message before the records',
			'json',
			'{"error":{"code":241,"message":"Memory limit"},"data":[{"error":"a","os_name":"b"}],"message":"x"}',
			{ kind: 'unexpectedBody', found: 'error', words: 'error: Memory limit' },
		],
		[
			'an error message after an empty record list',
			'json',
			'{"data":[],"error":"Query timed out","status":"failed"}',
			{ kind: 'unexpectedBody', found: 'error', words: 'error: Query timed out; status: failed' },
		],
		['a list of strings', 'json', '["a","b"]', { kind: 'unexpectedBody', found: 'values', words: '' }],
		['malformed JSON', 'json', '[{"error":"a\tb"}]', { kind: 'brokenBody', fault: 'jsonMalformed' }],
		[
			'JSON without any requested field',
			'json',
			'{"data":[{"errorText":"a"},{"errorText":"b"}]}',
			{ kind: 'wrongHeader', missing: fields, unexpected: ['errorText'] },
		],
		[
			'CSV with a different header',
			'csv',
			'error,city\n',
			{ kind: 'wrongHeader', missing: ['os_name'], unexpected: ['city'] },
		],
		['an HTML page', 'csv', '<html>Sign in', { kind: 'unexpectedBody', found: 'html', words: 'Sign in' }],
		['an empty body', 'csv', '', { kind: 'unexpectedBody', found: 'empty' }],
		['CSV for a JSON request', 'json', 'error,os_name\n', { kind: 'unexpectedBody', found: 'csv' }],
	] as const) {
		it(`rejects ${title} instead of records and stores no file`, async () => {
			const body = getBody([text]);
			await assertProblem(consumer(format)(body, neverAborted), problem);
			assert.deepEqual(tree(folder.path), []);
			assert.equal(body.released(), true);
		});
	}

	it('returns the text of a queue message from the service and writes no file', async () => {
		const body = getBody(['Wait for ', 'result. Progress is 7%']);
		assert.deepEqual(await consumer()(body, neverAborted), {
			kind: 'queued',
			words: 'Wait for result. Progress is 7%',
		});
		assert.deepEqual(tree(folder.path), []);
	});

	it('rejects a body that is shorter than announced, even if it parses without errors', async () => {
		const body = getBody(['error,os_name\na,b\n'], { totalBytes: 40 });
		await assertProblem(consumer()(body, neverAborted), { kind: 'brokenBody', fault: 'shorterThanAnnounced' });
		assert.deepEqual(tree(folder.path), []);
	});

	for (const [format, text, endNotAnnounced] of [
		['csv', 'error,os_name\na,b\n', true],
		['json', '{"data":[{"error":"a","os_name":"b"}]}', undefined],
	] as const) {
		it(`reports a missing end of transfer for ${format} only if the text alone can't prove that it is complete`, async () => {
			const bytes = text.length;
			for (const [announced, expected] of [
				[{ untilClosed: true }, { rows: 1, bytes, ...(endNotAnnounced && { endNotAnnounced }) }],
				[
					{ totalBytes: bytes, moreCame: () => true },
					{ rows: 1, bytes, ...(endNotAnnounced && { endNotAnnounced }) },
				],
				[
					{ totalBytes: bytes, moreCame: () => false },
					{ rows: 1, bytes },
				],
				[{ totalBytes: bytes }, { rows: 1, bytes }],
				[{}, { rows: 1, bytes }],
			] as const) {
				const value = await consumer(format)(getBody([text], announced), neverAborted);
				assert.deepEqual(value, { kind: 'whole', value: expected });
			}
		});
	}

	for (const [title, format, text, warnings] of [
		[
			'missing and unexpected fields',
			'json',
			'{"data":[{"error":"a","os":"b"},{"os":"c"}]}',
			{ fieldsMissing: ['os_name'], unrequestedFields: ['os'] },
		],
		[
			'a hint that there are more records',
			'json',
			'{"next":"2","data":[{"error":"a","os_name":"b"}],"total_rows":7}',
			{ saidPartial: ['next', 'total_rows'] },
		],
		['a total without records', 'json', '{"data":[],"total":7}', { saidPartial: ['total'] }],
		['malformed rows', 'csv', 'error,os_name\na,b\n<b>Fatal error</b>\na,b,c\n', { raggedRows: 2 }],
		['an error after the header', 'csv', 'error,os_name\nError: query timed out\n', { raggedRows: 1 }],
		['a repeated header', 'csv', '\ufefferror,os_name\r\na,b\r\nerror,os_name\r\nc,d', { headersRepeated: 1 }],
	] as const) {
		it(`warns about ${format} records: ${title}`, async () => {
			const consumed = await consumer(format)(getBody([text]), neverAborted);
			assert.ok(consumed.kind === 'whole');
			const { rows: _, bytes: __, ...found } = consumed.value;
			assert.deepEqual(found, warnings);
		});
	}

	it('redacts the token in the field names that it reports', async () => {
		const redact = (text: string) => text.replaceAll('s3cret', '[token]');
		const told = await consumer('json')(getBody(['[{"error":"a","os_name":"b","s3cret":1}]']), neverAborted, redact);
		assert.ok(told.kind === 'whole');
		assert.deepEqual(told.value.unrequestedFields, ['[token]']);
		await assertProblem(consumer('json')(getBody(['[{"s3cret":1}]']), neverAborted, redact), {
			kind: 'wrongHeader',
			missing: fields,
			unexpected: ['[token]'],
		});
	});

	it('rethrows a connection error and starts a new file for the next attempt', async () => {
		const consume = consumer();
		const failure = new AppError({ kind: 'brokenBody', fault: 'connectionLost' });
		const broken = getBody(['error,os_name\na,b\n', 'c,d\n', 'e,'], { failure });
		await assert.rejects(consume(broken, neverAborted), (error) => error === failure);
		assert.deepEqual(tree(folder.path), []);

		const whole = getBody(['error,os_name\n', 'a,b\n']);
		assert.deepEqual(await consume(whole, neverAborted), { kind: 'whole', value: { rows: 1, bytes: 18 } });
		assert.deepEqual(await consume(getBody(['error,os_name\n']), neverAborted), {
			kind: 'whole',
			value: { rows: 0, bytes: 14 },
		});
		assert.equal(readFileSync(join(folder.path, name), 'utf8'), 'error,os_name\n');
	});

	for (const [when, pieces] of [
		['before the first byte', []],
		['inside the header', ['error,']],
		['in the middle of the records', ['error,os_name\n', 'a,b\nc']],
	] as const) {
		it(`stops immediately when aborted ${when} even if no more bytes arrive`, async () => {
			const controller = new AbortController();
			const body = stalledBody(pieces, () => setImmediate(() => controller.abort()));
			await assertProblem(consumer()(body, controller.signal), { kind: 'cancelled' });
			assert.deepEqual(tree(folder.path), []);
		});
	}

	it('releases the response body of an export if the disk is full', async () => {
		const piece = Buffer.concat([Buffer.from('error,os_name\n'), Buffer.alloc(3_000_000, 'a,b\n')]);
		const body = getBody([piece, piece]);
		const work = consumer('csv', { files: filesWithRoomFor(1_000_000) })(body, neverAborted);
		await assertProblem(work, { kind: 'disk', fault: 'full' });
		assert.equal(body.released(), true);
		assert.deepEqual(tree(folder.path), []);
	});

	it('counts repeated headers and malformed rows among 150,000 CSV records', async () => {
		const usual = 'line,ios\n'.repeat(50_000);
		const text = `error,os_name\n${usual}error,os_name\n${usual}oops\n${usual}`;
		const consumed = await consumer()(getBody(new Random(9).cut(Buffer.from(text), 100_000)), neverAborted);
		assert.ok(consumed.kind === 'whole');
		const { rows, raggedRows, headersRepeated } = consumed.value;
		assert.deepEqual([rows, raggedRows, headersRepeated], [150_002, 1, 1]);
	});

	it('accepts a large response body that arrives as a single chunk', async () => {
		const text = `error,os_name\n${'line,ios\n'.repeat(100_000)}`;
		const consumed = await consumer()(getBody([text]), neverAborted);
		assert.deepEqual(consumed, { kind: 'whole', value: { rows: 100_000, bytes: text.length } });
		assert.equal(readFileSync(join(folder.path, name), 'utf8'), text);
	});

	it('reports download progress at most eight times a second and once at the end', async () => {
		let time = 0;
		const reports: ExportProgress[] = [];
		const pieces = ['error,os_name\n', ...new Random(1).times(1000, () => 'a,b\n')];
		const consume = recordsConsumer({ path: join(folder.path, name), format: 'csv', fields }, (p) => reports.push(p), {
			clock: () => {
				time += 10;
				return time;
			},
		});
		await consume(getBody(pieces, { totalBytes: 4014 }), neverAborted);
		assert.ok(reports.length > 60 && reports.length <= 1 + (time / 1000) * 8, `${reports.length} in ${time} ms`);
		const last = reports.at(-1);
		assert.ok(last?.state === 'downloading');
		assert.deepEqual(
			{ ...last, bytesPerSecond: 0 },
			{
				state: 'downloading',
				bytes: 4014,
				totalBytes: 4014,
				rows: 1000,
				bytesPerSecond: 0,
			},
		);
		// Four bytes every ten milliseconds.
		assert.ok(Math.abs(last.bytesPerSecond - 400) < 40, `${last.bytesPerSecond} B/s`);
	});
});
