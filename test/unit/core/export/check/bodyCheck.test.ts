import * as assert from 'node:assert/strict';
import { AppError, type Problem } from '../../../../../src/core/common/errors';
import { type BodyVerdict, checkBody, type ExpectedBody } from '../../../../../src/core/export/check/bodyCheck';

const csv: ExpectedBody = { format: 'csv', fields: ['error', 'os_name'] };
const json: ExpectedBody = { format: 'json', fields: ['error', 'os_name'] };

function check(text: string | Uint8Array, expected = csv, ended = true): BodyVerdict | Problem {
	try {
		return checkBody(Buffer.from(text), expected, { ended, last: ended });
	} catch (error) {
		assert.ok(error instanceof AppError);
		return error.problem;
	}
}

describe('checkBody()', () => {
	const records = { kind: 'records' };
	const undecided = { kind: 'undecided' };

	for (const [name, text] of [
		['the requested header', 'error,os_name\n1,2\n'],
		['the header in a different order', 'os_name,error\n'],
		['the header in quotes', '"error","os_name"\r\n'],
		['the header after a byte order mark', '\ufefferror,os_name\r'],
		['the header without a line ending', 'error,os_name'],
		['records that mention the queue', 'error,os_name\nadded to the queue,Progress is 1%\n'],
	] as const) {
		it(`recognizes a response body as CSV: ${name}`, () => {
			assert.deepEqual(check(text), records);
		});
	}

	it('waits for the complete CSV header before it decides on the format of a response body', () => {
		assert.deepEqual(check('error,os_na', csv, false), undecided);
		assert.deepEqual(check('error,os_name', csv, false), undecided);
		assert.deepEqual(check('error,os_name\n', csv, false), records);
		assert.deepEqual(check('', json, false), undecided);
		assert.deepEqual(check('\ufeff \n', json, false), undecided);
	});

	for (const text of ['{"data":[]}', '\ufeff\n {"data"', '[{"error":"x"}]']) {
		it(`recognizes a response body as JSON: ${JSON.stringify(text)}`, () => {
			assert.deepEqual(check(text, json, false), records);
		});
	}

	it('reports missing and unexpected columns in a CSV header', () => {
		assert.deepEqual(check('error,city,mcc\n'), {
			kind: 'wrongHeader',
			missing: ['os_name'],
			unexpected: ['city', 'mcc'],
		});
		assert.deepEqual(check('error,os_name,error\n'), { kind: 'wrongHeader', missing: [], unexpected: ['error'] });
		assert.deepEqual(check('error\n'), { kind: 'wrongHeader', missing: ['os_name'], unexpected: [] });
	});

	it('recognizes a queue message in place of CSV or JSON records', () => {
		for (const expected of [csv, json, { format: 'csv', fields: ['error'] } as const]) {
			assert.deepEqual(check('Wait for result. Progress is 12%\n', expected), {
				kind: 'queued',
				words: 'Wait for result. Progress is 12%',
			});
		}
	});

	it('does not determine the format while the text could still be the start of a queue message', () => {
		assert.deepEqual(check('Wait for result.', csv, false), undecided);
	});

	for (const [name, text, expected, found, words] of [
		['nothing', '', csv, 'empty', ''],
		['only a byte order mark and white space', '\ufeff \r\n', json, 'empty', ''],
		['JSON instead of CSV', '{"data":[]}', csv, 'json', '{"data":[]}'],
		['CSV instead of JSON', 'error,os_name\n1,2\n', json, 'csv', 'error,os_name 1,2'],
		['a sentence', 'Unknown field: city', csv, 'text', 'Unknown field: city'],
		['one known word', 'error', csv, undefined, undefined],
		['one unknown word', 'forbidden', csv, 'text', 'forbidden'],
		['a sentence with a comma', 'error, try later', json, 'text', 'error, try later'],
		['an HTML page', '<!DOCTYPE html>\n<title>Sign&nbsp;in</title><script>var a;</script>', csv, 'html', 'Sign in'],
		['an HTML page instead of JSON', ' <html lang="en"><body>Bad\u0000 <b>gate</b>way', json, 'html', 'Bad gate way'],
		['XML', '<?xml version="1.0"?><Error>&lt;denied&gt;</Error>', csv, 'html', '<denied>'],
	] as const) {
		it(`rejects a response body that contains no records of the expected format: ${name}`, () => {
			const expectedProblem =
				found === undefined
					? { kind: 'wrongHeader', missing: ['os_name'], unexpected: [] }
					: { kind: 'unexpectedBody', found, words };
			assert.deepEqual(check(text, expected), expectedProblem);
		});
	}

	it('rejects a binary response body', () => {
		const problem = check(Uint8Array.from([0x1f, 0x8b, 0x08, 0x00, 0xff, 0xfe]));
		assert.equal(problem.kind, 'unexpectedBody');
	});
});
