import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import * as vscode from 'vscode';
import type { ExportEntry } from '../../src/core/export/model/entry';
import { openRecords } from '../../src/services/openRecords';
import type { ViewState } from '../../src/shared/protocols/resultsProtocol';
import { tabsBelow } from '../../src/vscode/openFiles';
import { useExportsHarness } from '../support/host/exportsHarness';
import { long } from '../support/length';
import { measured } from '../support/measured';
import { eventually } from '../support/vscode/waiting';

const filtered: ViewState = {
	view: { filters: [{ kind: 'contains', column: 0, text: 'somebody' }], sort: [] },
	columns: [],
	groupKey: undefined,
	groupOrder: 'records',
	groupsShown: true,
	recordShown: true,
	stackBy: undefined,
	selected: undefined,
	top: 0,
	density: 'compact',
};

describe('exports', () => {
	const stage = useExportsHarness();

	const progress = () => stage.person.progress(/Exporting errors of Shop for Android/);
	const fileOf = (entry: ExportEntry) => path.join(entry.folder, entry.outcome?.file ?? '');
	const expected = async ({ stored: { question } }: ExportEntry) => {
		const records: string[][] = [];
		for await (const record of stage.service.recordsFor(question)) {
			records.push([...record]);
		}
		return records;
	};
	const exportFolders = async () => (await stage.services.exports.list(stage.account)).entries;
	const partFiles = async () =>
		(await readdir(stage.services.exports.root, { recursive: true }).catch(() => [])).filter((file) =>
			file.endsWith('.part'),
		);

	it('asks for confirmation before an export with thousands of requests, and sends none if the user declines', async () => {
		const day = { year: 2021, month: 1, day: 1, hour: 0, minute: 0, second: 0 };
		const years = { kind: 'between', since: day, until: { ...day, year: 2026 } } as const;
		const asked = stage.run({ chunking: 'hour', range: years });
		const question = stage.person.message(/^Send 43,824 requests for this export\?/);
		assert.equal((await question.read()).modal, true);
		await question.dismiss();
		assert.equal(await asked, undefined);
		assert.deepEqual(stage.asked(), []);
		assert.deepEqual(await exportFolders(), []);
		assert.equal(stage.services.plans.last(stage.account), undefined, 'it is not what Repeat Last Export repeats');
	});

	it("exports exactly the service's records as CSV and opens them as a document", async () => {
		const entry = await stage.run();
		assert(entry?.outcome);
		const [header, ...rows] = parse(await readFile(fileOf(entry)), { relax_column_count: true }) as string[][];
		assert.deepEqual(header, entry.stored.question.fields);
		assert.deepEqual(rows, await expected(entry));
		assert.equal(entry.outcome.rows, rows.length);
		assert.equal(entry.outcome.bytes, (await stat(fileOf(entry))).size);
		assert.equal(vscode.window.activeTextEditor?.document.uri.fsPath, fileOf(entry));
		assert.match(
			(
				await stage.person
					.message(/^Exported Shop for Android: [\d,]+ records · .+B · .+s · Completeness not checked\./)
					.read()
			).text,
			/records/,
		);
	});

	it("exports exactly the service's records as JSON and opens them as a document", async () => {
		const entry = await stage.run({ format: 'json', fields: ['error_id', 'analytics_device_id', 'error'] });
		assert(entry?.outcome);
		const { data } = JSON.parse(await readFile(fileOf(entry), 'utf8')) as { data: Record<string, string>[] };
		const { fields } = entry.stored.question;
		assert.deepEqual(
			data.map((record) => fields.map((field) => record[field])),
			await expected(entry),
		);
		assert.equal(vscode.window.activeTextEditor?.document.languageId, 'json');
	});

	it('sends only the chosen parameters in an export request', async () => {
		await stage.run({
			filters: [{ field: 'os_name', value: 'android' }],
			limit: 10,
			dateDimension: 'receive',
			byteOrderMark: true,
			skipUnavailableShards: true,
			fields: ['error_name', 'error_id'],
		});
		await stage.person.message(/arbitrary subset/).dismiss();
		const parameters = Object.fromEntries(new URL(stage.asked().at(-1) ?? '', stage.service.url).searchParams);
		assert.match(parameters['date_since'] ?? '', /^\d{4}-\d\d-\d\d 00:00:00$/);
		assert.match(parameters['date_until'] ?? '', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
		const { date_since: _, date_until: __, ...rest } = parameters;
		assert.deepEqual(rest, {
			application_id: '101',
			fields: 'error_id,error_name',
			date_dimension: 'receive',
			limit: '10',
			use_utf8_bom: 'true',
			skip_unavailable_shards: 'true',
			os_name: 'android',
		});
	});

	it('saves the export request without the token and lists exports newest first', async () => {
		const first = await stage.run({ fields: ['error'] });
		const second = await stage.run({ fields: ['error_name'] });
		assert(first && second);
		const entries = await exportFolders();
		assert.deepEqual(
			entries.map((entry) => entry.stored.question.fields),
			[['error_name'], ['error']],
		);
		const text = await readFile(path.join(first.folder, 'request.json'), 'utf8');
		assert.ok(text.includes('"error"') && !text.includes(stage.service.token));
	});

	describe('messages about the result of an export', () => {
		it('warns that the export reached its limit', async () => {
			const entry = await stage.run({ limit: 10 });
			assert.deepEqual([entry?.outcome?.rows, entry?.outcome?.flags], [10, ['limitReached']]);
			const { text, severity } = await stage.person.message(/10 records/).read();
			assert.equal(severity, 'warning');
			assert.match(text, /The limit of 10 was reached\. These records are an arbitrary subset/);
		});

		it('warns that the service skipped some shards', async () => {
			stage.fault('shardsUnavailable');
			const entry = await stage.run({ skipUnavailableShards: true });
			assert.deepEqual(entry?.outcome?.flags, ['shardsSkipped']);
			assert.match((await stage.person.message(/records may be missing/).read()).severity, /warning/);
		});

		it('explains likely reasons for an export without records and offers to change the export', async () => {
			const entry = await stage.run({ filters: [{ field: 'os_name', value: 'windows' }] });
			assert.deepEqual([entry?.outcome?.rows, entry?.outcome?.flags], [0, ['empty']]);
			const message = await stage.person.message(/No records found for Shop for Android/).read();
			assert.match(message.text, /the filters \(os_name = windows\)/);
			assert.match(message.text, /the range uses device time/);
			assert.deepEqual(message.buttons, ['Change Export…']);
		});
	});

	describe('waiting for the service', () => {
		it('waits while the service queues the export, and shows the percentage', async () => {
			stage.fault('queuedWithPercent', '2');
			const done = stage.run();
			await progress().reported(/queued by the service, \d+%/);
			const entry = await done;
			assert.deepEqual(entry?.outcome?.rows, entry && (await expected(entry)).length);
			assert.equal(stage.asked().length, 3);
			assert.equal(new Set(stage.asked()).size, 1, 'the identical request is repeated');
		});

		it('waits when the service reports a queued export with status 200', async () => {
			stage.fault('queueText', undefined, 1);
			const done = stage.run();
			await progress().reported(/queued by the service/);
			const entry = await done;
			assert.ok((entry?.outcome?.rows ?? 0) > 0);
		});

		for (const name of ['throttle429', 'throttle420', 'throttle503'] as const) {
			const define = name === 'throttle429' ? it : long;
			define(`waits as long as requested by a response with status ${name.slice(-3)}`, async () => {
				stage.fault(name, '1', 1);
				const done = stage.run();
				await progress().reported(/service requested a wait of 1s/);
				assert.ok(((await done)?.outcome?.rows ?? 0) > 0);
			});
		}

		it('retries an export request that failed once', async () => {
			stage.fault('status', '500', 1);
			const done = stage.run();
			await progress().reported(/request failed, retrying/);
			assert.ok(((await done)?.outcome?.rows ?? 0) > 0);
		});

		it('restarts a download whose connection was lost in the middle of the body', async () => {
			stage.fault('cutAfter', '4096', 1);
			const entry = await stage.run();
			assert(entry);
			const [, ...rows] = parse(await readFile(fileOf(entry)), { relax_column_count: true }) as string[][];
			assert.deepEqual(rows, await expected(entry));
		});
	});

	describe('error messages for failed exports', () => {
		const elsewhere = 'Sign In with Another URL';
		const cases: readonly [title: string, fault: () => void, words: RegExp, button: string][] = [
			[
				'status 400 in plain text',
				() => stage.fault('badRequestText', 'Unknown field x'),
				/rejected the request as invalid.*"Unknown field x"/,
				'Change Export…',
			],
			[
				'status 400 in JSON',
				() => stage.fault('badRequestJson', 'Bad <b>dates</b>'),
				/Server: "Bad <b>dates<\/b>"/,
				'Change Export…',
			],
			[
				'an error that the range is too large',
				() => stage.fault('tooLarge'),
				/rejected this range as too large/,
				'Change Export…',
			],
			['403', () => stage.fault('status', '403'), /don't have access to this application/, 'Switch Account'],
			['404', () => stage.fault('status', '404'), /URL or application was not found/, elsewhere],
			['413', () => stage.fault('status', '413'), /rejected this range as too large/, 'Change Export…'],
			['418', () => stage.fault('status', '418'), /unexpected status \(418\)/, elsewhere],
			['a web page', () => stage.fault('loginPage'), /web page instead of data/, elsewhere],
			['an empty body', () => stage.fault('emptyBody'), /empty response without a header/, 'Show Log'],
			['an unexpected header', () => stage.fault('wrongHeader'), /different columns than requested/, 'Change Export…'],
			[
				'a redirect to another server',
				() => stage.fault('redirectElsewhere'),
				/another server, .*\. The token was not sent there/,
				'Sign In',
			],
		];
		for (const [title, prepare, words, button] of cases) {
			it(`shows a message with a button if the service responds with ${title}`, async () => {
				prepare();
				assert.equal(await stage.run(), undefined);
				assert.deepEqual((await stage.person.message(words).read()).buttons, [button]);
				assert.deepEqual(await exportFolders(), [], 'nothing is left that looks like an export');
				assert.deepEqual(await partFiles(), []);
			});
		}

		it('retries requests to an unreachable service until the export is canceled', async () => {
			await stage.service.close();
			const done = stage.run();
			await progress().reported(/retrying/);
			await progress().cancel();
			assert.equal(await done, undefined);
		});

		it('reports an unusable export folder and offers to choose another folder', async () => {
			const file = path.join(stage.services.extensionUri.fsPath, 'package.json');
			await vscode.workspace
				.getConfiguration()
				.update('appErrors.exports.folder', file, vscode.ConfigurationTarget.Global);
			try {
				assert.equal(await stage.run(), undefined);
				const { buttons } = await stage.person
					.message(/package\.json.* does not exist|(already exists at|Could not read or write) .*package\.json/)
					.read();
				assert.deepEqual(buttons, ['Choose Another Folder']);
			} finally {
				await vscode.workspace
					.getConfiguration()
					.update('appErrors.exports.folder', undefined, vscode.ConfigurationTarget.Global);
			}
		});
	});

	it('prompts for a new token when the token expires during an export, and continues', async () => {
		stage.fault('queued', '1');
		stage.fault('tokenDies', '1');
		const done = stage.run();
		const token = stage.person.input(/no longer accepts|does not accept/);
		await token.shown();
		stage.service.replaceToken('new-token');
		await token.answer('new-token');
		const entry = await done;
		assert.ok((entry?.outcome?.rows ?? 0) > 0);
		assert.equal((await stage.services.accounts.secret(stage.account.id))?.token, 'new-token');
		assert.equal(new Set(stage.asked()).size, 1, 'the same request goes on');
	});

	measured('stops an export soon after it is canceled, and leaves no files', async () => {
		stage.fault('trickle', '2048');
		const done = stage.run();
		await progress().reported(/\/s$/);
		const cancelled = Date.now();
		await progress().cancel();
		assert.equal(await done, undefined);
		assert.ok(Date.now() - cancelled < 5000);
		await eventually('no part file', async () => (await partFiles()).length === 0 || undefined);
		assert.deepEqual(await exportFolders(), []);
	});

	it('runs exports of one application in sequence and exports of different applications in parallel', async () => {
		stage.fault('trickle', '65536');
		const first = stage.run();
		await progress().reported(/\/s$/);
		const second = stage.run({ format: 'json' });
		const other = stage.run({ application: { id: '102', name: 'Shop for iOS' } });
		await eventually('two exports', async () => stage.asked().length === 2 || undefined);
		stage.service.faults.clear();
		const entries = await Promise.all([first, second, other]);
		assert.ok(entries.every((entry) => entry?.outcome));
		const order = stage.asked().map((url) => /errors\.(\w+).*application_id=(\d+)/.exec(url)?.slice(1).join(' '));
		assert.deepEqual(order, ['csv 101', 'csv 102', 'json 101']);
	});

	describe('past exports', () => {
		const node = (entry: ExportEntry) => ({ kind: 'export', account: stage.account, entry });

		it('reopens a past export', async () => {
			const entry = await stage.run();
			assert(entry);
			await vscode.commands.executeCommand('workbench.action.closeAllEditors');
			await vscode.commands.executeCommand('appErrors.openExport', node(entry));
			assert.equal(vscode.window.activeTextEditor?.document.uri.fsPath, fileOf(entry));
		});

		it('repeats a past export without any prompts', async () => {
			const entry = await stage.run({ fields: ['error_name'] });
			assert(entry);
			await vscode.commands.executeCommand('appErrors.repeatExport', node(entry));
			assert.deepEqual(
				(await exportFolders()).map(({ stored }) => stored.question.fields),
				[['error_name'], ['error_name']],
			);
		});

		it('repeats the last export with a command', async () => {
			await stage.run({ fields: ['error_name'] });
			await vscode.commands.executeCommand('appErrors.repeatLastExport');
			assert.equal((await exportFolders()).length, 2);
		});

		it('saves a byte-for-byte copy of a past export', async () => {
			const entry = await stage.run();
			assert(entry);
			const target = vscode.Uri.file(path.join(stage.services.exports.root, 'copy.csv'));
			const saving = vscode.commands.executeCommand('appErrors.saveExportAs', node(entry));
			await stage.person.saveDialog().answer(target);
			await saving;
			assert.deepEqual(await readFile(target.fsPath), await readFile(fileOf(entry)));
		});

		it('copies code for reading a past export in another program', async () => {
			const entry = await stage.run();
			assert(entry);
			const copying = vscode.commands.executeCommand('appErrors.copyAs', node(entry));
			await stage.person.pick(/Choose a tool to read the records with/).choose('DuckDB');
			await copying;
			const quoted = fileOf(entry).replaceAll("'", "''");
			assert.ok(stage.person.clipboard.startsWith(`SELECT * FROM read_csv('${quoted}', all_varchar=true`));
		});

		it('deletes a past export after confirmation', async () => {
			const entry = await stage.run();
			assert(entry);
			const { resultsViews } = stage.services;
			await resultsViews.keep(vscode.Uri.file(fileOf(entry)), filtered);
			const keeping = vscode.commands.executeCommand('appErrors.deleteExport', node(entry));
			await stage.person.message(/Delete this export of Shop for Android/).dismiss();
			await keeping;
			assert.equal((await exportFolders()).length, 1);
			assert.deepEqual(resultsViews.of(vscode.Uri.file(fileOf(entry)))?.view, filtered.view);
			const deleting = vscode.commands.executeCommand('appErrors.deleteExport', node(entry));
			await stage.person.message(/Delete this export of Shop for Android/).press('Delete');
			await deleting;
			assert.deepEqual(await exportFolders(), []);
			assert.equal(resultsViews.of(vscode.Uri.file(fileOf(entry))), undefined, 'its filters are texts of records');
		});

		it('closes only the editors and results views of a deleted export', async () => {
			const retained = await stage.run();
			const entry = await stage.run();
			assert(retained && entry);
			await openRecords(vscode.Uri.file(fileOf(entry)), 'results');
			const tabs = () => Promise.all([retained, entry].map(async ({ folder }) => (await tabsBelow([folder])).length));
			assert.deepEqual(await tabs(), [1, 2]);
			const sameInCapitals = async (path: string) => path.toLowerCase();
			const inCapitals = await tabsBelow([entry.folder.toUpperCase()], sameInCapitals);
			assert.equal(inCapitals.length, 2, 'on a disk that does not tell capitals apart');
			const deleting = vscode.commands.executeCommand('appErrors.deleteExport', node(entry));
			await stage.person.message(/Delete this export/).press('Delete');
			await deleting;
			assert.deepEqual(await tabs(), [1, 0]);
			assert.equal((await exportFolders()).length, 1);
		});

		it('suggests filter values from past exports', async () => {
			await stage.run();
			const values = await stage.services.exports.seenValues(stage.account, '101', 'app_version_name');
			assert.ok(values.includes('2.4.1'), values.join(' '));
		});
	});

	for (const command of [
		'stopExport',
		'openExport',
		'deleteExport',
		'pauseSync',
		'revealSyncedRecords',
		'showInEditor',
	]) {
		it(`reports that ${command} needs a row if the command is run without one, such as with a keybinding`, async () => {
			await vscode.commands.executeCommand(`appErrors.${command}`);
			await stage.person.message(/^Run this command from the menu of a row in the Applications view\./).read();
		});
	}
});
