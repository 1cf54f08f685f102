import assert from 'node:assert/strict';
import { MemoryBudget } from '../../../../src/core/records/indexFile/memoryBudget';
import { ChosenColumns } from '../../../../src/core/records/load/chosenColumns';
import { FileTable } from '../../../../src/core/records/read/openTable';
import { useTemporaryFolder } from '../export/support/temporaryFolder';
import { openText } from './support/tables';

function hexOf(number: number): string {
	return (number * 0x1234567).toString(16).padStart(32, 'a7');
}

function uuidOf(number: number): string {
	return hexOf(number).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Values by column name. Single-letter names don't indicate whether the values are personal. */
const columns: Readonly<Record<string, readonly string[]>> = {
	error_name: ['jo@example.com', 'x@example.com', 'y@example.com'],
	user_id: ['1', '2', '3'],
	a: ['jo@example.com', '', 'anna%40example.com'],
	b: ['192.168.0.17', '10.0.0.1', ''],
	c: ['2001:db8::17', 'fe80::1', '::ffff:10.0.0.1'],
	d: ['+49 30 1234567', '(415) 555-2671', '0171/1234567'],
	e: ['352099001761481', '490154203237518', ''],
	f: ['00:1a:2b:3c:4d:5e', '00-1A-2B-3C-4D-5F', ''],
	g: ['2026-11-14', '2026-11-15', '2026-11-16'],
	build_version: ['1.2.3.4', '1.2.3.5', '10.0.0.1'],
	h: ['10', '20', '123456789012345'],
	i: ['12:30:45', '00:00:01', 'Cart.kt:12'],
	j: ['a@b', 'com.shop.Cart@1f2e3d', 'react@18.2.0'],
	k: ['failed for jo@example.com', 'failed', 'ok'],
	l: [uuidOf(1), uuidOf(2), uuidOf(1)],
	handset: [uuidOf(3), uuidOf(4), uuidOf(5)],
	uuid: [uuidOf(6), uuidOf(6), uuidOf(7)],
	id: [uuidOf(8), uuidOf(9), uuidOf(10)],
	crash_uuid: [uuidOf(11), uuidOf(11), uuidOf(12)],
	traceId: [hexOf(1), hexOf(1), hexOf(2)],
	m: [hexOf(3), hexOf(3), hexOf(4)],
};
const personal = ['user_id', 'a', 'b', 'c', 'd', 'e', 'f', 'l', 'handset', 'uuid', 'm'];

describe('columns with personal data', () => {
	const folder = useTemporaryFolder();

	for (const format of ['csv', 'json']) {
		it(`recognizes columns with personal data in any ${format} file by their names and values`, async () => {
			const names = Object.keys(columns);
			const rows = [0, 1, 2].map((row) => names.map((name) => columns[name]?.[row] ?? ''));
			const text =
				format === 'csv'
					? `${[names, ...rows].map((row) => row.join(',')).join('\n')}\n`
					: JSON.stringify({ data: rows.map((row) => Object.fromEntries(row.map((cell, at) => [names[at], cell]))) });
			await using table = await openText(folder.path, `x.${format}`, text);
			const found = (info: FileTable['info']) =>
				info.columns.filter(({ personal }) => personal).map(({ name }) => name);
			assert.deepEqual(found(table.info), personal);
			const chosen = new ChosenColumns(table, [0, 3, 7]);
			assert.deepEqual(found(chosen.info), ['b', 'f']);
			await table.saveIndex(new AbortController().signal);
			await using again = await FileTable.open(`${folder.path}/x.${format}`, { saved: new MemoryBudget(1024) });
			assert.equal(again.complete, true, 'the saved index is used');
			await again.load(new AbortController().signal, () => undefined);
			assert.deepEqual(found(again.info), personal);
		});
	}
});
