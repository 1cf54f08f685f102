import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import * as vscode from 'vscode';
import { type SampleServer, startSampleService } from '../../src/sample/service';
import type { GroupKey, View } from '../../src/shared/results';
import { Person } from '../support/host/person';
import { type StagedView, useResultsHarness } from '../support/host/resultsHarness';
import { exported } from '../support/host/sampleRecords';
import { frameTables } from '../support/sampleFrames/tables';

describe('report for a results view', () => {
	const stage = useResultsHarness();
	let service: SampleServer;
	let person: Person;
	let view: StagedView;
	let records: Record<string, string>[];
	let columns: string[];
	const all: View = { filters: [], sort: [] };

	before(async () => {
		await stage.services.frames.ready;
		service = await startSampleService({ records: 400, token: 'good-token' });
	});

	after(() => service.close());

	beforeEach(async () => {
		person = new Person();
		const csv = await exported(service, String(frameTables[0]?.application), [
			'error_timestamp',
			'os_version',
			'device_model',
			'analytics_device_id',
		]);
		records = parse(csv, { columns: true });
		view = stage.viewOf(stage.documentOf(await stage.write('shop.errors.csv', csv)));
		const { info } = await view.load();
		columns = info.columns.map(({ name }) => name);
		await view.heard('progress', ({ done }) => done);
	});

	afterEach(() => person.leave());

	const saved = async (name: string, over: { view?: View; key?: GroupKey; filters?: string[] } = {}) => {
		const [folder] = vscode.workspace.workspaceFolders ?? [];
		assert.ok(folder);
		const target = vscode.Uri.joinPath(folder.uri, name);
		const saving = view.ask('saveReport', {
			view: all,
			key: { kind: 'frames' },
			order: 'records',
			descending: true,
			filters: [],
			keyWords: 'frames',
			timeZone: 'UTC',
			...over,
		});
		try {
			await person.saveDialog().answer(target);
			assert.equal(await saving, `Saved to ${name}`);
			const text = await readFile(target.fsPath, 'utf8');
			return text;
		} finally {
			await rm(target.fsPath, { force: true });
		}
	};

	it('reports totals, groups, common traits and source lines for the records', async () => {
		const text = await saved('report.md');
		assert.match(text, /^# Errors: `shop\.errors\.csv`$/m);
		assert.match(text, new RegExp(`^- Records: ${records.length}$`, 'm'));
		const devices = new Set(records.flatMap((record) => record['analytics_device_id'] || []));
		assert.match(text, new RegExp(`^- Devices with errors: ${devices.size}$`, 'm'));
		const { groups, page } = await view.ask('groups', {
			view: all,
			key: { kind: 'frames' },
			order: 'records',
			descending: true,
			start: 0,
			end: 20,
			trendParts: 24,
		});
		assert.match(text, new RegExp(`^## Groups by frames \\(${groups}\\)$`, 'm'));
		assert.equal(text.match(/^### /gm)?.length, page.length);
		const told = [...text.matchAll(/^(\d+) records? \(\d+(?:\.\d+)?%\)/gm)].map(([, count]) => Number(count));
		assert.deepEqual(
			told,
			page.map(({ records }) => records),
		);
		const links = [...text.matchAll(/^Thrown from: \[`([^`]+):(\d+)`\]\(\.\/([^)]+)#L\2\)$/gm)];
		assert.ok(links.length >= 3, `${links.length} links`);
		const [folder] = vscode.workspace.workspaceFolders ?? [];
		for (const [, , , path = ''] of links) {
			await vscode.workspace.fs.stat(vscode.Uri.joinPath(folder?.uri as vscode.Uri, decodeURI(path)));
		}
		const own = text.replace(/`[^`\n]*`/g, '');
		assert.doesNotMatch(own, /undefined|NaN|\{\d\}|users?\b|crash-free|caused by/i);
		for (const device of devices) {
			assert.ok(!text.includes(device), 'nothing that people are known by');
		}
	});

	it('generates reports, including HTML, that are identical except for the creation time', async () => {
		for (const name of ['report.md', 'report.html']) {
			const [one, other] = [await saved(name), await saved(name)].map((text) =>
				text.split('\n').filter((line) => !line.includes('As of ')),
			);
			assert.deepEqual(one, other);
			assert.match(one?.join('\n') ?? '', name.endsWith('html') ? /^<!DOCTYPE html>/ : /^# Errors/);
		}
	});

	it('applies the filters of the view to the report and lists them', async () => {
		const column = columns.indexOf('app_version_name');
		const [{ app_version_name: version = '' } = {}] = records;
		const filtered: View = { filters: [{ kind: 'oneOf', column, values: [version] }], sort: [] };
		const text = await saved('report.md', { view: filtered, filters: [`app_version_name = ${version}`] });
		const count = records.filter((record) => record['app_version_name'] === version).length;
		assert.match(text, new RegExp(`^- Records: ${count}$`, 'm'));
		assert.ok(text.includes(`- Filter: \`app_version_name = ${version}\``));
	});

	it('omits the groups from the report if they are based on a personal field', async () => {
		const column = columns.indexOf('analytics_device_id');
		const text = await saved('report.md', { key: { kind: 'column', column } });
		assert.match(
			text,
			/^This report contains no groups, because their names come from a column with personal data\.$/m,
		);
		assert.doesNotMatch(text, /^### /m);
	});

	it('does not write a report if the save dialog is canceled', async () => {
		const asked = { view: all, key: { kind: 'name' }, order: 'records', descending: true } as const;
		const saving = view.ask('saveReport', { ...asked, filters: [], keyWords: 'name', timeZone: 'UTC' });
		await person.saveDialog().escape();
		assert.equal(await saving, '');
	});
});
