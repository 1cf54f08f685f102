import * as assert from 'node:assert/strict';
import { EnvelopeMembers } from '../../../../../src/core/export/check/envelopeMembers';

const rows = 300;

function note(members: Readonly<Record<string, unknown>>): EnvelopeMembers {
	const beside = new EnvelopeMembers(['error_id', 'os_name']);
	for (const [name, value] of Object.entries(members)) {
		beside.note(name, JSON.stringify(value));
	}
	return beside;
}

describe('properties next to the records in a JSON response', () => {
	for (const members of [
		{ error: 'Query timed out' },
		{ error: { code: 0, message: 'Memory limit exceeded' } },
		{ errors: [{ error_type: 'backend_error', message: 'Oops' }] },
		{ errors: 3 },
		{ error: true },
		{ exception: 'Code: 241. DB::Exception: Memory limit' },
		{ fault: { faultstring: 'Policy' } },
		{ status: 'error' },
		{ status: 500 },
		{ status: '503 Service Unavailable' },
		{ status: 'queued' },
		{ code: 1 },
		{ code: 'QUOTA_EXCEEDED' },
		{ errorCode: 17 },
		{ 'error-message': 'not today' },
		{ message: 'Превышен лимит' },
		{ message: 'Completed with errors' },
		{ detail: 'Not all shards answered' },
		{ success: false },
		{ ok: 0 },
		{ isSuccess: 'false' },
		{ meta: { status: { code: 500 } } },
		{ response: { meta: { error: 'deep' } } },
	]) {
		it(`treats properties next to the records as an error: ${JSON.stringify(members)}`, () => {
			assert.equal(note(members).errors.length, 1);
		});
	}

	for (const members of [
		{ error: null, errors: [], exception: '', fault: {}, message: null, detail: '' },
		{ status: 'ok' },
		{ status: 'OK', code: 0, message: 'Success' },
		{ status: 200, message: '' },
		{ status: '200 OK' },
		{ status: true },
		{ code: '200', message: 'Completed successfully, no errors.' },
		{ error: false, success: true, ok: 1 },
		{ error: { code: 0, message: '' } },
		{ rows: 'all' },
		{ rows, total_rows: rows, total_rows_rounded: false, sampled: false, sample_share: 1, data_lag: 100 },
		{ next: null, has_more: false, next_page_token: '', truncated: false, complete: true, warnings: [] },
		{ total_pages: 1, page: 1, limit: 100_000, offset: 0 },
		{ query: { error: 'x', limit: rows, message: 'filter', next: 'y' }, fields: ['error', 'error_id'] },
		{ meta: [{ name: 'error', type: 'String' }], statistics: { elapsed: 0.1, rows_read: 100_000 } },
		{ meta: { status: 'success', has_more: false } },
		{ generated_at: '2026-11-20', version: 3 },
	]) {
		it(`treats properties next to the records as harmless: ${JSON.stringify(members)}`, () => {
			const beside = note(members);
			assert.deepEqual([beside.errors, beside.hints(rows)], [[], []]);
		});
	}

	for (const [members, name] of [
		[{ next: 'https://example.com/?page=2' }, 'next'],
		[{ nextPageToken: 'abc' }, 'next_page_token'],
		[{ '@odata.nextLink': 'https://example.com' }, 'odata_next_link'],
		[{ has_more: true }, 'has_more'],
		[{ hasMore: 'true' }, 'has_more'],
		[{ truncated: true }, 'truncated'],
		[{ sampled: true }, 'sampled'],
		[{ sample_share: 0.1 }, 'sample_share'],
		[{ complete: false }, 'complete'],
		[{ status: 'partial' }, 'status'],
		[{ warnings: ['One shard is missing'] }, 'warnings'],
		[{ total_rows: 2000 }, 'total_rows'],
		[{ total: '12345678901234567890' }, 'total'],
		[{ total_pages: 7 }, 'total_pages'],
		[{ limit: rows }, 'limit'],
		[{ pagination: { next: 'x' } }, 'next'],
		[{ _links: { next: { href: 'x' } } }, 'next'],
		[{ timed_out: true }, 'timed_out'],
	] as const) {
		it(`treats properties next to the records as a hint that more records exist: ${JSON.stringify(members)}`, () => {
			const beside = note(members);
			assert.deepEqual([beside.errors, beside.hints(rows)], [[], [name]]);
		});
	}

	it('returns the error messages of a response from any nesting depth', () => {
		const { errors } = note({ error: { code: 17, details: [{ message: 'Out of memory' }, { message: 'Try less' }] } });
		assert.deepEqual(errors, ['error: Out of memory; Try less']);
	});

	it('reports a property named like an error even if its value is too long to store', () => {
		const beside = new EnvelopeMembers(['error_id']);
		beside.note('error', undefined);
		beside.note('query', undefined);
		assert.equal(beside.errors.length, 1);
	});

	it('reports the name of another list in a response without the expected record list', () => {
		const beside = note({ result: [{ error_id: '1' }], columns: [{ name: 'error_id' }] });
		assert.deepEqual(beside.hints(0), ['result']);
		assert.deepEqual(beside.hints(5), []);
	});
});
