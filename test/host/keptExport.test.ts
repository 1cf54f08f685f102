import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import * as vscode from 'vscode';
import { daysBefore, todayOf } from '../../src/core/kept/model/calendar';
import { useExportsStage } from '../support/host/exportsStage';
import { keptStage } from '../support/host/keptStage';
import { readParquet } from '../support/readParquet';
import { useTemporaryFolder } from '../unit/core/export/support/temporaryFolder';

type Rows = readonly (readonly string[])[];

describe('an export of kept records', () => {
	const stage = useExportsStage();
	const folder = useTemporaryFolder();
	const { keep, only, node } = keptStage(stage);

	const days = () => stage.person.pick(/Which days\. Nothing is asked of the service/);
	const begin = async () => {
		const set = await node();
		return vscode.commands.executeCommand('appErrors.exportKept', set);
	};
	const chooseFile = async (name: string): Promise<string> => {
		const file = path.join(folder.path, name);
		await stage.person.saveDialog().answer(vscode.Uri.file(file));
		return file;
	};
	/** All records of the parts of some days, header first. */
	const kept = async (isWanted: (day: string) => boolean): Promise<Rows> => {
		const { folder } = await only();
		const parts = (await readdir(folder)).filter((name) => /^\d{4}-/.test(name) && isWanted(name.slice(0, 10)));
		const tables: Rows[] = [];
		for (const part of parts.sort()) {
			const file = (await readdir(path.join(folder, part))).find((name) => name.endsWith('.errors.csv')) ?? '';
			tables.push(parse(await readFile(path.join(folder, part, file), 'utf8')));
		}
		return [tables[0]?.[0] ?? [], ...tables.flatMap((rows) => rows.slice(1))];
	};

	it('has exactly the records of the days that were chosen, and asks nobody', async () => {
		await keep('Last 30 days');
		const { known } = await only();
		const first = daysBefore(todayOf(new Date(), known.zone), 7);
		const expected = await kept((day) => day >= first);
		const asked = stage.asked().length;
		// A service that would refuse whatever it was asked.
		stage.fault('status', '503');
		const done = begin();
		await days().choose('Last 7 days');
		await stage.person.pick(/How the records are written/).choose('CSV');
		const file = await chooseFile('week.csv');
		await done;
		assert.deepEqual(parse(await readFile(file, 'utf8')), expected);
		assert.equal(stage.asked().length, asked);
		const count = (expected.length - 1).toLocaleString('en');
		await stage.person
			.message(new RegExp(`^Saved ${count} records .* to .*week\\.csv\\. 8 days: 2 days still open`))
			.read();
	});

	it('has every day from one that is typed to another, as JSON', async () => {
		await keep('Last 30 days');
		const { known } = await only();
		const day = (before: number) => daysBefore(todayOf(new Date(), known.zone), before);
		const [header = [], ...rows] = await kept((name) => name >= day(5) && name <= day(4));
		const done = begin();
		await days().choose('From … to …');
		await stage.person.input(/The first day/).answer(day(5));
		const last = stage.person.input(/The last day/);
		await last.type(day(6));
		assert.equal(await last.words(), 'That is before the first day.');
		await last.answer(day(4));
		await stage.person.pick(/How the records are written/).choose('JSON');
		const file = await chooseFile('days.json');
		await done;
		const { data } = JSON.parse(await readFile(file, 'utf8'));
		assert.deepEqual(
			data.map((record: Record<string, string>) => header.map((name) => String(record[name] ?? ''))),
			rows,
		);
		await stage.person.message(/^Saved .*\. 2 days, all settled/).read();
	});

	it('is a file of Parquet where that is chosen, without a button to open it', async () => {
		await keep('Last 30 days');
		const [header, ...rows] = await kept(() => true);
		const done = begin();
		await days().choose(/^All days since/);
		await stage.person.pick(/How the records are written/).choose('Parquet');
		const file = await chooseFile('all.parquet');
		await done;
		const read = await readParquet(file);
		assert.deepEqual([read.names, ...read.rows], [header, ...rows]);
		assert.deepEqual((await stage.person.message(/^Saved .* to .*all\.parquet\./).read()).buttons, []);
	});

	it('is not needed to read them elsewhere: a text names the parts of all days', async () => {
		await keep('Last 30 days');
		const { folder: set } = await only();
		const copying = vscode.commands.executeCommand('appErrors.copyAs', await node());
		await stage.person.pick(/What the records are read with/).choose('DuckDB');
		await copying;
		const named = [...stage.person.clipboard.matchAll(/^ {2}'(.+)',?$/gm)].map(([, name = '']) => name);
		const records = await Promise.all(named.map(async (name) => parse(await readFile(name, 'utf8')).slice(1)));
		const [, ...rows] = await kept(() => true);
		assert.ok(named.length > 5 && named.every((name) => name.startsWith(set)));
		assert.deepEqual(records.flat().toSorted(), [...rows].toSorted());
	});

	it('leads back from the format to the days, and ends when no file is chosen', async () => {
		await keep('Today');
		const done = begin();
		await days().choose(/^All days since/);
		await stage.person.pick(/How the records are written/).back();
		await days().choose(/^All days since/);
		await stage.person.pick(/How the records are written/).choose('CSV');
		await stage.person.saveDialog().escape();
		await done;
		assert.deepEqual(await readdir(folder.path), []);
	});
});
