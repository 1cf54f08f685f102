import assert from 'node:assert/strict';
import type { FaultCase } from '../../support/faults/faultCase';
import { type BodyWriter, plainBody, quoted } from '../../support/faults/records';
import { proper, written } from '../../support/network/rawServer';

const byteOrderMark = Buffer.from('\ufeff');

/** What a body holds. */
export function contentCases(): readonly FaultCase[] {
	return [
		meant('BOM before CSV', 'csv', (...asked) => Buffer.concat([byteOrderMark, plainBody(...asked)])),
		meant('BOM before JSON', 'json', (...asked) => Buffer.concat([byteOrderMark, plainBody(...asked)])),
		meant('CR LF', 'csv', (...asked) =>
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
		meant('bytes that are no UTF-8 in CSV', 'csv', withLoneBytes),
		meant('bytes that are no UTF-8 in JSON', 'json', withLoneBytes),
		meant('no line end at the end', 'csv', (...asked) => plainBody(...asked).subarray(0, -1)),
		meant('ragged rows', 'csv', (records, fields) => {
			const rows = records.map((record, index) => {
				const cells = fields.map((field) => quoted(record[field] ?? ''));
				return index % 7 === 3 ? cells.slice(0, -1) : index % 7 === 5 ? [...cells, 'one more'] : cells;
			});
			return Buffer.from([fields, ...rows].map((cells) => `${cells.join(',')}\n`).join(''));
		}),
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
			instead('nothing at all', format, '', { kind: 'unexpectedBody', found: 'empty' }),
			{
				name: `a sentence about the queue with status 200, ${format}`,
				format,
				answer: ({ request, socket, body }) =>
					written(socket, proper(200, request.number <= 2 ? 'Your query is added to the queue.' : body)),
				expected: 'records',
				check: ({ states }) => assert.equal(states.filter(({ state }) => state === 'queued').length, 2),
			},
		]),
		{
			name: 'JSON cut, with the length of what is left',
			format: 'json',
			answer: ({ socket, body }) => written(socket, proper(200, body.subarray(0, -60))),
			expected: { kind: 'brokenBody', fault: 'jsonNotClosed' },
		},
		{
			name: 'JSON cut, once',
			format: 'json',
			answer: ({ request, socket, body }) =>
				written(socket, proper(200, request.number === 1 ? body.subarray(0, -60) : body)),
			expected: 'records',
		},
		{
			name: 'CSV cut inside of quotes, with the length of what is left',
			answer: ({ socket, body }) => written(socket, proper(200, body.subarray(0, body.lastIndexOf('\tat ')))),
			expected: { kind: 'brokenBody', fault: 'quoteNotClosed' },
		},
		{
			name: 'CSV where JSON was asked for',
			format: 'json',
			answer: ({ socket }) => written(socket, proper(200, 'error,error_datetime,error_id\n1,2,3\n')),
			expected: { kind: 'unexpectedBody', found: 'csv' },
		},
		{
			name: 'a header with another name',
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

/** A body that is odd and meant so: every byte of it belongs into the file. */
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

/** Latin letters of one byte each, as a service with a mixed-up charset sends them. */
function withLoneBytes(...asked: Parameters<BodyWriter>): Buffer {
	return Buffer.from(
		plainBody(...asked)
			.toString('latin1')
			.replaceAll('Berlin', 'Z\xfcrich'),
		'latin1',
	);
}
