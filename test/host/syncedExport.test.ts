import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import * as vscode from 'vscode';
import { utc } from '../../src/core/plan/range';
import { daysBefore, getToday } from '../../src/core/sync/model/calendar';
import { useExportsHarness } from '../support/host/exportsHarness';
import { syncHarness } from '../support/host/syncHarness';
import { readParquet } from '../support/readParquet';
import { useTemporaryFolder } from '../unit/core/export/support/temporaryFolder';

type Rows = readonly (readonly string[])[];

describe('exports from synced records', () => {
	const stage = useExportsHarness();
	const folder = useTemporaryFolder();
	const { keep, only, node } = syncHarness(stage);

	const days = () => stage.person.pick(/Choose the days to export/);
	const begin = async () => {
		const set = await node();
		return vscode.commands.executeCommand('appErrors.exportSyncedRecords', set);
	};
	const chooseFile = async (name: string): Promise<string> => {
		const file = path.join(folder.path, name);
		await stage.person.saveDialog().answer(vscode.Uri.file(file));
		return file;
	};
	const syncedRecords = async (isWanted: (day: string) => boolean): Promise<Rows> => {
		const { folder } = await only();
		const parts = (await readdir(folder)).filter((name) => /^\d{4}-/.test(name) && isWanted(name.slice(0, 10)));
		const tables: Rows[] = [];
		for (const part of parts.sort()) {
			const file = (await readdir(path.join(folder, part))).find((name) => name.endsWith('.errors.csv')) ?? '';
			tables.push(parse(await readFile(path.join(folder, part, file), 'utf8')));
		}
		return [tables[0]?.[0] ?? [], ...tables.flatMap((rows) => rows.slice(1))];
	};

	it('exports exactly the synced records of the selected days without sending a request', async () => {
		await keep(daysBefore(getToday(new Date(), utc), 10));
		const { known } = await only();
		const first = daysBefore(getToday(new Date(), known.zone), 7);
		const expected = await syncedRecords((day) => day >= first);
		const asked = stage.asked().length;
		stage.fault('status', '503');
		const done = begin();
		await days().choose('Last 7 days');
		await stage.person.pick(/Choose an output format/).choose('CSV');
		const file = await chooseFile('week.csv');
		await done;
		assert.deepEqual(parse(await readFile(file, 'utf8')), expected);
		assert.equal(stage.asked().length, asked);
		const count = (expected.length - 1).toLocaleString('en');
		await stage.person
			.message(new RegExp(`^Saved ${count} records .* to .*week\\.csv\\. 8 days: 2 days still receiving data`))
			.read();
	});

	it('exports synced records as JSON for a date range that the user enters', async () => {
		await keep('Last 7 days');
		const { known } = await only();
		const day = (before: number) => daysBefore(getToday(new Date(), known.zone), before);
		const [header = [], ...rows] = await syncedRecords((name) => name >= day(5) && name <= day(4));
		const done = begin();
		await days().choose('Custom range…');
		await stage.person.input(/Enter the first day/).answer(day(5));
		const last = stage.person.input(/Enter the last day/);
		await last.type(day(6));
		assert.equal(await last.words(), 'The last day must not be before the first day.');
		await last.answer(day(4));
		await stage.person.pick(/Choose an output format/).choose('JSON');
		const file = await chooseFile('days.json');
		await done;
		const { data } = JSON.parse(await readFile(file, 'utf8'));
		assert.deepEqual(
			data.map((record: Record<string, string>) => header.map((name) => String(record[name] ?? ''))),
			rows,
		);
		await stage.person.message(/^Saved .*\. 2 days, no further changes expected/).read();
	});

	it('exports synced records as a Parquet file and offers to open it', async () => {
		await keep('Last 7 days');
		const [header, ...rows] = await syncedRecords(() => true);
		const done = begin();
		await days().choose(/^All days since/);
		await stage.person.pick(/Choose an output format/).choose('Parquet');
		const file = await chooseFile('all.parquet');
		await done;
		const read = await readParquet(file);
		assert.deepEqual([read.names, ...read.rows], [header, ...rows]);
		const { buttons } = await stage.person.message(/^Saved .* to .*all\.parquet\./).read();
		assert.deepEqual(buttons, ['Open Results View']);
	});

	it('copies code for reading the partitions of all days in another program', async () => {
		await keep('Last 7 days');
		const { folder: set } = await only();
		const copying = vscode.commands.executeCommand('appErrors.copyAs', await node());
		await stage.person.pick(/Choose a tool to read the records with/).choose('DuckDB');
		await copying;
		const named = [...stage.person.clipboard.matchAll(/^ {2}'(.+)',?$/gm)].map(([, name = '']) => name);
		const records = await Promise.all(named.map(async (name) => parse(await readFile(name, 'utf8')).slice(1)));
		const [, ...rows] = await syncedRecords(() => true);
		assert.ok(named.length > 5 && named.every((name) => name.startsWith(set)));
		assert.deepEqual(records.flat().toSorted(), [...rows].toSorted());
	});

	it('returns from the format step to the days step, and stops if no file is chosen', async () => {
		await keep('Last 7 days');
		const done = begin();
		await days().choose(/^All days since/);
		await stage.person.pick(/Choose an output format/).back();
		await days().choose(/^All days since/);
		await stage.person.pick(/Choose an output format/).choose('CSV');
		await stage.person.saveDialog().escape();
		await done;
		assert.deepEqual(await readdir(folder.path), []);
	});
});
