import assert from 'node:assert/strict';
import type { FaultCase } from '../../support/faults/faultCase';
import { type BodyWriter, plainBody, quoted } from '../../support/faults/records';
import { proper, written } from '../../support/network/rawServer';

const byteOrderMark = Buffer.from('\ufeff');

export function contentCases(): readonly FaultCase[] {
	return [
		meant('BOM before CSV', 'csv', (...asked) => Buffer.concat([byteOrderMark, plainBody(...asked)])),
		meant('BOM before JSON', 'json', (...asked) => Buffer.concat([byteOrderMark, plainBody(...asked)])),
		meant('CRLF line endings', 'csv', (...asked) =>
			Buffer.from(
				plainBody(...asked)
					.toString()
					.replaceAll('\n', '\r\n'),
			),
		),
		meant('NUL in values', 'csv', (...asked) =>
			Buffer.from(
				plainBody(...asked)
					.toString()
					.replaceAll('Berlin', 'Ber\0lin'),
			),
		),
		meant('invalid UTF-8 in CSV', 'csv', withLoneBytes),
		meant('invalid UTF-8 in JSON', 'json', withLoneBytes),
		meant('no line ending at the end', 'csv', (...asked) => plainBody(...asked).subarray(0, -1)),
		{
			...meant('ragged rows', 'csv', (records, fields) => {
				const rows = records.map((record, index) => {
					const cells = fields.map((field) => quoted(record[field] ?? ''));
					return index % 7 === 3 ? cells.slice(0, -1) : index % 7 === 5 ? [...cells, 'one more'] : cells;
				});
				return Buffer.from([fields, ...rows].map((cells) => `${cells.join(',')}\n`).join(''));
			}),
			doubts: ['raggedRows'],
		},
		{
			...meant('an error in the last line of CSV', 'csv', (...asked) =>
				Buffer.concat([plainBody(...asked), Buffer.from('Error: the query ran out of memory\n')]),
			),
			doubts: ['raggedRows'],
		},
		{
			...meant('an HTML page after the CSV header', 'csv', (_records, fields) =>
				Buffer.from(`${fields.join(',')}\n<html><body>Gateway Timeout</body></html>\n`),
			),
			doubts: ['raggedRows'],
		},
		{
			...meant('two CSV files, one after the other', 'csv', (records, fields, format) => {
				const half = records.length / 2;
				return Buffer.concat([
					plainBody(records.slice(0, half), fields, format),
					plainBody(records.slice(half), fields, format),
				]);
			}),
			doubts: ['headerRepeated'],
		},
		...(['csv', 'json'] as const).map(
			(format): FaultCase => ({
				...meant(`records from another week, ${format}`, format, (records, fields) => {
					const weekBefore = (second = '') => String(Number(second) - 7 * 86_400);
					const moved = records.map((record) => ({
						...record,
						error_timestamp: weekBefore(record['error_timestamp']),
					}));
					return plainBody(moved, fields, format);
				}),
				doubts: ['mismatches'],
			}),
		),
		...besideRecords(),
		...oddRecords(),
		{
			...meant('a header and no records', 'csv', (_records, fields) => Buffer.from(`${fields.join(',')}\n`)),
			flags: ['empty'],
		},
		{ ...meant('an empty list', 'json', () => Buffer.from('{"data":[]}')), flags: ['empty'] },
		...(['csv', 'json'] as const).flatMap((format): FaultCase[] => [
			instead('HTML with status 200', format, '<!doctype html><title>Sign in</title>', {
				kind: 'unexpectedBody',
				found: 'html',
				words: 'Sign in',
			}),
			instead('an empty body', format, '', { kind: 'unexpectedBody', found: 'empty' }),
			{
				name: `a message about the queue with status 200, ${format}`,
				format,
				answer: ({ request, socket, body }) =>
					written(socket, proper(200, request.number <= 2 ? 'Your query is added to the queue.' : body)),
				expected: 'records',
				check: ({ states }) => assert.equal(states.filter(({ state }) => state === 'queued').length, 2),
			},
		]),
		{
			name: 'truncated JSON with a matching Content-Length',
			format: 'json',
			answer: ({ socket, body }) => written(socket, proper(200, body.subarray(0, -60))),
			expected: { kind: 'brokenBody', fault: 'jsonNotClosed' },
		},
		{
			name: 'truncated JSON, once',
			format: 'json',
			answer: ({ request, socket, body }) =>
				written(socket, proper(200, request.number === 1 ? body.subarray(0, -60) : body)),
			expected: 'records',
		},
		{
			name: 'CSV truncated inside quotes, with a matching Content-Length',
			answer: ({ socket, body }) => written(socket, proper(200, body.subarray(0, body.lastIndexOf('\tat ')))),
			expected: { kind: 'brokenBody', fault: 'quoteNotClosed' },
		},
		{
			name: 'CSV instead of JSON',
			format: 'json',
			answer: ({ socket }) => written(socket, proper(200, 'error,error_datetime,error_id\n1,2,3\n')),
			expected: { kind: 'unexpectedBody', found: 'csv' },
		},
		{
			name: 'a header with a renamed column',
			answer: ({ socket, body }) => written(socket, proper(200, body.toString().replace('city', 'town'))),
			expected: { kind: 'wrongHeader', missing: ['city'], unexpected: ['town'] },
		},
		{
			name: 'JSON without a list of records',
			format: 'json',
			answer: ({ socket }) => written(socket, proper(200, '{"rows":[]}')),
			expected: { kind: 'unexpectedBody', found: 'json' },
		},
	];
}

function besideRecords(): readonly FaultCase[] {
	const error = { kind: 'unexpectedBody', found: 'error' } as const;
	const beside = (name: string, before: string, after: string): Pick<FaultCase, 'name' | 'format' | 'answer'> => ({
		name: `JSON with ${name}`,
		format: 'json',
		answer: ({ socket, body }) => {
			const list = body.subarray(1, -1).toString();
			return written(
				socket,
				proper(200, `{${before === '' ? '' : `${before},`}${list}${after === '' ? '' : `,${after}`}}`),
			);
		},
	});
	return [
		{ ...beside('an error before the records', '"error":"Query timed out"', ''), expected: error },
		{ ...beside('an error after the records', '', '"exception":"Code: 241. Memory limit"'), expected: error },
		{ ...beside('a status that indicates a failure', '"status":"failed"', ''), expected: error },
		{
			...beside('an error in one hour of a day', '', '"errors":[{"message":"Shard 3 is down"}]'),
			chunking: 'hour',
			expected: { ...error, words: 'errors: Shard 3 is down' },
		},
		{
			name: 'JSON with an error and no records',
			format: 'json',
			answer: ({ socket, request }) =>
				written(socket, proper(200, `{"data":[],"error":"No right for ${request.headers.get('authorization')}"}`)),
			expected: { ...error, words: 'error: No right for OAuth [token]' },
		},
		{
			...beside(
				'harmless additional properties',
				'"status":"ok","meta":[{"name":"error"}]',
				'"rows":400,"sampled":false,"next":null',
			),
			expected: 'records',
		},
		{
			...beside('a property that indicates more records', '"total_rows":2000', '"has_more":true'),
			expected: 'records',
			doubts: ['saidPartial'],
		},
	];
}

function oddRecords(): readonly FaultCase[] {
	const changed = (name: string, change: (text: string) => string): Pick<FaultCase, 'name' | 'format' | 'answer'> => ({
		name: `JSON with ${name}`,
		format: 'json',
		answer: ({ socket, body }) => written(socket, proper(200, change(body.toString()))),
	});
	const malformed = { kind: 'brokenBody', fault: 'jsonMalformed' } as const;
	return [
		{
			...changed('none of the fields', () => JSON.stringify({ data: Array(300).fill({ id: 1, text: 'x' }) })),
			expected: { kind: 'wrongHeader', unexpected: ['id', 'text'] },
		},
		{
			name: 'JSON with a renamed field',
			format: 'json',
			body: (records, fields, format) =>
				Buffer.from(plainBody(records, fields, format).toString().replaceAll('"city":', '"town":')),
			answer: ({ socket, body }) => written(socket, proper(200, body)),
			expected: 'records',
			doubts: ['fieldsMissing', 'unrequestedFields'],
		},
		{
			...changed('texts for records', () => '{"data":["a","b"]}'),
			expected: { kind: 'unexpectedBody', found: 'values' },
		},
		{
			...changed('null for the last record', (text) => text.replace(/\]\}$/, ',null]}')),
			expected: { kind: 'unexpectedBody', found: 'values' },
		},
		{
			...changed('a raw line ending in a string', (text) => text.replaceAll('\\n\\tat', '\n\\tat')),
			failures: 1,
			expected: malformed,
		},
		{ ...changed('text after its end', (text) => `${text} Killed`), failures: 1, expected: malformed },
		{
			...changed('null instead of the list', () => '{"data":null}'),
			expected: { kind: 'unexpectedBody', found: 'json' },
		},
		{
			...changed('one record per line and no list', (text) =>
				text.slice('{"data":['.length, -2).replaceAll('},\n{', '}\n{'),
			),
			failures: 1,
			expected: malformed,
		},
	];
}

function meant(name: string, format: 'csv' | 'json', body: BodyWriter): FaultCase {
	return {
		name,
		format,
		body,
		answer: ({ socket, body }) => written(socket, proper(200, body)),
		expected: 'records',
		check: ({ files, meant }) => assert.ok(files[0]?.bytes.equals(meant), 'the file is not the body to the byte'),
	};
}

function instead(name: string, format: 'csv' | 'json', text: string, expected: FaultCase['expected']): FaultCase {
	return { name: `${name}, ${format}`, format, answer: ({ socket }) => written(socket, proper(200, text)), expected };
}

function withLoneBytes(...asked: Parameters<BodyWriter>): Buffer {
	return Buffer.from(
		plainBody(...asked)
			.toString('latin1')
			.replaceAll('Berlin', 'Z\xfcrich'),
		'latin1',
	);
}
