import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { filtersForLink, filtersOfLink } from '../../../../src/core/links/linkFilters';
import { formatRecordsLink, parseRecordsLink, type RecordsLink } from '../../../../src/core/links/recordsLink';
import type { Column, RecordFilter } from '../../../../src/shared/results';
import { hostileLinks } from './support/hostileLinks';

const column = (name: string, personal = false): Column => ({ name, kind: 'text', personal, meaning: '' });
const columns = [column('app_version_name'), column('device_id', true), column('os_name')];

function parse(text: string) {
	const { pathname: path, search, hash } = new URL(text);
	return parseRecordsLink({ path, query: search.slice(1), fragment: hash });
}

describe('links to records', () => {
	const links: readonly RecordsLink[] = [
		{ source: { kind: 'application', id: '101' }, filters: [] },
		{
			source: { kind: 'application', id: '18446744073709551615' },
			group: { by: 'frames', fingerprint: '2688458094ad1234' },
			filters: [],
		},
		{
			source: { kind: 'dataset', name: 'app_errors' },
			group: { by: 'message', fingerprint: '2688458094ad' },
			filters: [
				{ column: 'app_version_name', test: '=', values: ['3.1 & 漢字 😀', ''] },
				{ column: 'os_name', test: '!=', values: ['ios'] },
				{ column: 'error_datetime', test: '>=', values: ['1762000000'] },
			],
		},
	];

	it('link contains the URI scheme, the extension ID, the application and the group', () => {
		const { publisher, name } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, string>;
		assert.equal(`${publisher}.${name}`, 'app-errors.app-errors');
		assert.equal(
			formatRecordsLink('vscode', links[1] as RecordsLink),
			'vscode://app-errors.app-errors/open?app=18446744073709551615&by=frames&group=2688458094ad1234',
		);
	});

	it('parses a generated link into its original parts', () => {
		for (const link of links) {
			const text = formatRecordsLink('vscode', link);
			assert.match(text ?? '', /^[\w:/.?=&-]+$/);
			assert.deepEqual(parse(text ?? ''), { ok: true, link });
		}
	});

	it('creates no link if it would be too long or contain an invalid name', () => {
		const write = (link: RecordsLink) => formatRecordsLink('vscode', link);
		const values = Array.from({ length: 20 }, (_, index) => `${index}${'x'.repeat(150)}`);
		const source = { kind: 'application', id: '101' } as const;
		assert.equal(write({ source, filters: [{ column: 'os_name', test: '=', values }] }), undefined);
		assert.equal(write({ source: { kind: 'dataset', name: 'my errors' }, filters: [] }), undefined);
		assert.equal(write({ source: { kind: 'application', id: 'shop' }, filters: [] }), undefined);
	});

	it('rejects malformed and hostile links', () => {
		assert.ok(hostileLinks.length >= 40);
		for (const parts of hostileLinks) {
			assert.equal(parseRecordsLink(parts).ok, false, JSON.stringify(parts).slice(0, 200));
		}
		assert.equal(({} as { polluted?: unknown }).polluted, undefined);
	});
});

describe('filters in links to records', () => {
	it('keeps all filters in a link except those on personal columns or single records', () => {
		const filters: readonly RecordFilter[] = [
			{ kind: 'oneOf', column: 0, values: ['3.1'] },
			{ kind: 'oneOf', column: 1, values: ['secret'] },
			{ kind: 'contains', column: 2, text: 'droid' },
			{ kind: 'range', column: 0, from: '3', to: '4', toOpen: true },
			{ kind: 'empty', column: 2, not: true },
			{ kind: 'group', key: { kind: 'name' }, values: ['Cart'] },
			{ kind: 'positions', of: { filters: [], sort: [] }, positions: [] },
		];
		const written = filtersForLink(filters, columns);
		assert.ok(!JSON.stringify(written).includes('secret'));
		assert.deepEqual(filtersOfLink(written), {
			filters: [
				{ kind: 'oneOf', column: 0, values: ['3.1'] },
				{ kind: 'contains', column: 1, text: 'droid' },
				{ kind: 'range', column: 2, from: '3' },
				{ kind: 'range', column: 3, to: '4', toOpen: true },
				{ kind: 'oneOf', column: 4, values: [''], not: true },
			],
			columnNames: { 0: 'app_version_name', 1: 'os_name', 2: 'app_version_name', 3: 'app_version_name', 4: 'os_name' },
		});
	});
});
