import * as assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
	exportFolderName,
	isExportFolderName,
	isRecordsFileName,
	normalizeService,
	recordsFileName,
	serviceFolderName,
} from '../../../../../src/core/export/model/names';
import { manifestName } from '../../../../../src/core/sync/model/names';
import { getQuestion } from '../support/plans';
import { useTemporaryFolder } from '../support/temporaryFolder';

function fileName(name: string | undefined, changes: Parameters<typeof getQuestion>[0] = {}): string {
	return recordsFileName(getQuestion({ application: { id: '101', name }, ...changes }));
}

describe('names of records files', () => {
	const folder = useTemporaryFolder();

	it('builds the name of a records file from the application, the days and the format', () => {
		assert.equal(fileName('Shop for Android'), 'shop-for-android_2026-11-13_2026-11-20.errors.csv');
		assert.equal(
			fileName('Shop', { since: '2026-11-20 00:00:00', until: '2026-11-20 23:59:59', format: 'json' }),
			'shop_2026-11-20.errors.json',
		);
	});

	const days = '_2026-11-13_2026-11-20.errors.csv';
	for (const [name, slug] of [
		[undefined, '101'],
		['', '101'],
		['***', '101'],
		['💥', '101'],
		['../../etc/passwd', 'etc-passwd'],
		['C:\\Shop', 'c-shop'],
		['Магазин Ёлка', 'магазин-ёлка'],
		['ショップ', 'ショップ'],
		['Cafe\u0301 Berlin', 'café-berlin'],
		['a\u202eb\u0000c\nd', 'a-b-c-d'],
		['  .Shop. ', 'shop'],
	] as const) {
		it(`converts the application name ${JSON.stringify(name)} to ${slug} for file names`, () => {
			assert.equal(fileName(name), slug + days);
		});
	}

	it('keeps the names of records files within the length limits of all file systems', () => {
		for (const name of ['x'.repeat(500), '漢'.repeat(500), '𠀀'.repeat(500), `${'y'.repeat(47)}-${'z'.repeat(9)}`]) {
			const made = fileName(name);
			assert.ok(made.length <= 100 && Buffer.byteLength(made) <= 200, made);
			assert.ok(isRecordsFileName(made), made);
			assert.match(made, /[^-]_2026-11-13/, 'no hyphen is left at the cut');
			writeFileSync(join(folder.path, made), '');
		}
	});

	it('never uses a reserved Windows device name', () => {
		assert.equal(manifestName({ id: '7', name: 'Aux' }), '_aux.synced.json');
		for (const name of ['con', 'NUL', 'COM1', 'lpt¹', 'aux']) {
			assert.doesNotMatch(fileName(name).replace(/\..*/, ''), /^(con|prn|aux|nul|com.|lpt.)$/i);
		}
	});

	it('recognizes the names of records files among other file names', () => {
		for (const name of [
			'',
			'.errors.csv',
			'a.csv',
			'a/b.errors.csv',
			'..\\b.errors.csv',
			'a.errors.csv.part',
			'a:b.errors.csv',
		]) {
			assert.equal(isRecordsFileName(name), false, name);
		}
	});
});

describe('export folder names', () => {
	it('creates unique, portable names for export folders that sort by time', () => {
		const at = (text: string) => exportFolderName(new Date(text));
		assert.match(at('2026-11-20T09:02:03.456Z'), /^2026-11-20T09-02-03Z-[0-9a-z]{6}$/);
		assert.ok(at('2026-09-30T23:59:59Z') < at('2026-10-01T00:00:00Z'));
		const many = new Set(Array.from({ length: 1000 }, () => at('2026-11-20T09:02:03Z')));
		assert.equal(many.size, 1000);
		assert.ok([...many].every(isExportFolderName));
	});

	it('recognizes export folder names among other names', () => {
		for (const name of ['', '..', '2026-11-20', '2026-11-20T09-02-03Z-abc123x', '2026-11-20T09-02-03Z-ABC123', 'x']) {
			assert.equal(isExportFolderName(name), false, name);
		}
	});
});

describe('service folder names', () => {
	const folder = useTemporaryFolder();

	it('uses the same folder name for equivalent spellings of a service URL', () => {
		assert.equal(normalizeService('HTTPS://Api.Example.com:443/'), 'https://api.example.com');
		assert.equal(serviceFolderName('https://api.example.com'), serviceFolderName('HTTPS://API.example.com:443//'));
	});

	it('uses a different valid folder name for each service', () => {
		const services = [
			'sample',
			'https://api.example.com',
			'http://api.example.com',
			'https://api.example.com:8443',
			'https://api.example.com/prefix',
			'https://api.example.com/PREFIX',
			'https://api-example.com',
			'https://nul.example.com',
			'https://con',
			`https://${'long.'.repeat(40)}example.com`,
			'http://[::1]:8080',
			'https://müller.example',
		];
		const names = services.map(serviceFolderName);
		assert.equal(new Set(names.map((name) => name.toLowerCase())).size, services.length);
		for (const name of names) {
			assert.match(name, /^[a-z0-9_][a-z0-9.-]{0,60}$/);
			assert.doesNotMatch(name, /^(?:con|nul)(?:\.|$)/);
			mkdirSync(join(folder.path, name));
		}
	});

	it('creates human-readable service folder names', () => {
		assert.equal(serviceFolderName('sample'), 'sample');
		assert.match(serviceFolderName('https://api.example.com/v2'), /^api\.example\.com-v2-[0-9a-f]{8}$/);
	});

	it('never creates a name for a service folder that leads out of the library', () => {
		for (const service of ['..', '.', '', '/', '../x', 'a/b', '\\']) {
			assert.match(serviceFolderName(service), /^[a-z0-9_][a-z0-9.-]*$/, service);
		}
	});
});
