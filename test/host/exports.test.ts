import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import * as vscode from 'vscode';
import type { ExportEntry } from '../../src/core/export/model/entry';
import { openRecords } from '../../src/services/openRecords';
import type { ViewState } from '../../src/shared/resultsProtocol';
import { tabsBelow } from '../../src/vscode/openFiles';
import { useExportsStage } from '../support/host/exportsStage';
import { measured } from '../support/measured';
import { eventually } from '../support/vscode/waiting';

/** How a results view was left that a person had filtered. */
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
	const stage = useExportsStage();

	const progress = () => stage.person.progress(/Exporting errors of Shop for Android/);
	const fileOf = (entry: ExportEntry) => path.join(entry.folder, entry.outcome?.file ?? '');
	/** What the service itself says the export has to hold. */
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

	it('ask before they send very many requests, and send none without an answer', async () => {
		const day = { year: 2021, month: 1, day: 1, hour: 0, minute: 0, second: 0 };
		const years = { kind: 'between', since: day, until: { ...day, year: 2026 } } as const;
		const asked = stage.run({ slicing: 'hour', range: years });
		const question = stage.person.message(/^Send 43,824 requests for this export\?/);
		assert.equal((await question.read()).modal, true);
		await question.dismiss();
		assert.equal(await asked, undefined);
		assert.deepEqual(stage.asked(), []);
		assert.deepEqual(await exportFolders(), []);
		assert.equal(stage.services.plans.last(stage.account), undefined, 'it is not what Repeat Last Export repeats');
	});

	it('to CSV hold exactly the records of the service, and open as a document', async () => {
		const entry = await stage.run();
		assert(entry?.outcome);
		const [header, ...rows] = parse(await readFile(fileOf(entry)), { relax_column_count: true }) as string[][];
		assert.deepEqual(header, entry.stored.question.fields);
		assert.deepEqual(rows, await expected(entry));
		assert.equal(entry.outcome.rows, rows.length);
		assert.equal(entry.outcome.bytes, (await stat(fileOf(entry))).size);
		assert.equal(vscode.window.activeTextEditor?.document.uri.fsPath, fileOf(entry));
		assert.match(
			(await stage.person.message(/^Exported Shop for Android: [\d,]+ records · .+B · .+s · not verified\./).read())
				.text,
			/records/,
		);
	});

	it('to JSON hold exactly the records of the service, and open as JSON', async () => {
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

	it('send what was chosen and nothing else', async () => {
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

	it('keep the question without the token, and are listed newest first', async () => {
		const first = await stage.run({ fields: ['error'] });
		const second = await stage.run({ fields: ['error_name'] });
		assert(first && second);
		const entries = await exportFolders();
		assert.deepEqual(
			entries.map((entry) => entry.stored.question.fields),
			[['error_name'], ['error']],
		);
		const text = await readFile(path.join(first.folder, 'question.json'), 'utf8');
		assert.ok(text.includes('"error"') && !text.includes(stage.service.token));
	});

	describe('say what to know about the result', () => {
		it('cut at the limit', async () => {
			const entry = await stage.run({ limit: 10 });
			assert.deepEqual([entry?.outcome?.rows, entry?.outcome?.flags], [10, ['limitReached']]);
			const { text, severity } = await stage.person.message(/10 records/).read();
			assert.equal(severity, 'warning');
			assert.match(text, /Cut at the limit of 10: an arbitrary subset/);
		});

		it('shards skipped', async () => {
			stage.fault('shardsUnavailable');
			const entry = await stage.run({ skipUnavailableShards: true });
			assert.deepEqual(entry?.outcome?.flags, ['shardsSkipped']);
			assert.match((await stage.person.message(/records may be missing/).read()).severity, /warning/);
		});

		it('no records, with the likely reasons and a way to change the export', async () => {
			const entry = await stage.run({ filters: [{ field: 'os_name', value: 'windows' }] });
			assert.deepEqual([entry?.outcome?.rows, entry?.outcome?.flags], [0, ['empty']]);
			const message = await stage.person.message(/No records of Shop for Android/).read();
			assert.match(message.text, /the filters \(os_name = windows\)/);
			assert.match(message.text, /the time basis/);
			assert.deepEqual(message.buttons, ['Change the Export']);
		});
	});

	describe('wait for the service', () => {
		it('that queues, and show the percentage', async () => {
			stage.fault('queuedWithPercent', '2');
			const done = stage.run();
			await progress().reported(/queued by the service, \d+%/);
			const entry = await done;
			assert.deepEqual(entry?.outcome?.rows, entry && (await expected(entry)).length);
			assert.equal(stage.asked().length, 3);
			assert.equal(new Set(stage.asked()).size, 1, 'the identical request is repeated');
		});

		it('that says with status 200 that it queues', async () => {
			stage.fault('queueText', undefined, 1);
			const done = stage.run();
			await progress().reported(/queued by the service/);
			const entry = await done;
			assert.ok((entry?.outcome?.rows ?? 0) > 0);
		});

		for (const name of ['throttle429', 'throttle420', 'throttle503'] as const) {
			it(`that answers ${name.slice(-3)}, as long as it asks to`, async () => {
				stage.fault(name, '1', 1);
				const done = stage.run();
				await progress().reported(/the service asks to wait 1s/);
				assert.ok(((await done)?.outcome?.rows ?? 0) > 0);
			});
		}

		it('that fails once', async () => {
			stage.fault('status', '500', 1);
			const done = stage.run();
			await progress().reported(/the request failed; trying again/);
			assert.ok(((await done)?.outcome?.rows ?? 0) > 0);
		});

		it('whose connection breaks in the middle of the body once, and start anew', async () => {
			stage.fault('cutAfter', '4096', 1);
			const entry = await stage.run();
			assert(entry);
			const [, ...rows] = parse(await readFile(fileOf(entry)), { relax_column_count: true }) as string[][];
			assert.deepEqual(rows, await expected(entry));
		});
	});

	describe('say what went wrong, in words and with one button', () => {
		const elsewhere = 'Sign In with Another Address';
		const cases: readonly [title: string, fault: () => void, words: RegExp, button: string][] = [
			[
				'400 in plain text',
				() => stage.fault('badRequestText', 'Unknown field x'),
				/refuses the request as wrong.*It says: "Unknown field x"/,
				'Change the Export',
			],
			[
				'400 in JSON',
				() => stage.fault('badRequestJson', 'Bad <b>dates</b>'),
				/It says: "Bad <b>dates<\/b>"/,
				'Change the Export',
			],
			[
				'a range that is too large',
				() => stage.fault('tooLarge'),
				/refuses this range as too large/,
				'Change the Export',
			],
			['403', () => stage.fault('status', '403'), /refuses this token the right to the application/, 'Switch Account'],
			['404', () => stage.fault('status', '404'), /does not know this address or application/, elsewhere],
			['413', () => stage.fault('status', '413'), /refuses this range as too large/, 'Change the Export'],
			['418', () => stage.fault('status', '418'), /unexpected status 418/, elsewhere],
			['a web page', () => stage.fault('loginPage'), /web page instead of data/, elsewhere],
			['nothing at all', () => stage.fault('emptyBody'), /nothing at all, not even a header/, 'Show Log'],
			[
				'another header',
				() => stage.fault('wrongHeader'),
				/columns the service sent are not the ones asked for/,
				'Change the Export',
			],
			[
				'a redirect to another place',
				() => stage.fault('redirectElsewhere'),
				/another place. The token was not sent there/,
				'Sign In',
			],
		];
		for (const [title, prepare, words, button] of cases) {
			it(title, async () => {
				prepare();
				assert.equal(await stage.run(), undefined);
				assert.deepEqual((await stage.person.message(words).read()).buttons, [button]);
				assert.deepEqual(await exportFolders(), [], 'nothing is left that looks like an export');
				assert.deepEqual(await partFiles(), []);
			});
		}

		it('a service that is not there', async () => {
			await stage.service.close();
			const done = stage.run();
			await progress().reported(/trying again/);
			await progress().cancel();
			assert.equal(await done, undefined);
		});

		it('a folder that cannot be used', async () => {
			const file = path.join(stage.services.extensionUri.fsPath, 'package.json');
			await vscode.workspace
				.getConfiguration()
				.update('appErrors.exportFolder', file, vscode.ConfigurationTarget.Global);
			try {
				assert.equal(await stage.run(), undefined);
				const { buttons } = await stage.person
					.message(/package\.json.*(is not there|in the way|could not be read or written)/)
					.read();
				assert.deepEqual(buttons, ['Choose Another Folder']);
			} finally {
				await vscode.workspace
					.getConfiguration()
					.update('appErrors.exportFolder', undefined, vscode.ConfigurationTarget.Global);
			}
		});
	});

	it('ask for a new token in place when it dies midway, and go on', async () => {
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

	measured('stop soon when cancelled, and leave nothing', async () => {
		stage.fault('trickle', '2048');
		const done = stage.run();
		await progress().reported(/per second/);
		const cancelled = Date.now();
		await progress().cancel();
		assert.equal(await done, undefined);
		assert.ok(Date.now() - cancelled < 5000);
		await eventually('no part file', async () => (await partFiles()).length === 0 || undefined);
		assert.deepEqual(await exportFolders(), []);
	});

	it('of one application run one after the other, of others side by side', async () => {
		stage.fault('trickle', '65536');
		const first = stage.run();
		await progress().reported(/per second/);
		const second = stage.run({ format: 'json' });
		const other = stage.run({ application: { id: '102', name: 'Shop for iOS' } });
		await eventually('two exports', async () => stage.asked().length === 2 || undefined);
		stage.service.faults.clear();
		const entries = await Promise.all([first, second, other]);
		assert.ok(entries.every((entry) => entry?.outcome));
		const order = stage.asked().map((url) => /errors\.(\w+).*application_id=(\d+)/.exec(url)?.slice(1).join(' '));
		assert.deepEqual(order, ['csv 101', 'csv 102', 'json 101']);
	});

	describe('that are past', () => {
		const node = (entry: ExportEntry) => ({ kind: 'export', account: stage.account, entry });

		it('open again', async () => {
			const entry = await stage.run();
			assert(entry);
			await vscode.commands.executeCommand('workbench.action.closeAllEditors');
			await vscode.commands.executeCommand('appErrors.openExport', node(entry));
			assert.equal(vscode.window.activeTextEditor?.document.uri.fsPath, fileOf(entry));
		});

		it('are repeated without questions', async () => {
			const entry = await stage.run({ fields: ['error_name'] });
			assert(entry);
			await vscode.commands.executeCommand('appErrors.repeatExport', node(entry));
			assert.deepEqual(
				(await exportFolders()).map(({ stored }) => stored.question.fields),
				[['error_name'], ['error_name']],
			);
		});

		it('are repeated by the command that repeats the last one', async () => {
			await stage.run({ fields: ['error_name'] });
			await vscode.commands.executeCommand('appErrors.repeatLastExport');
			assert.equal((await exportFolders()).length, 2);
		});

		it('are saved elsewhere, byte for byte', async () => {
			const entry = await stage.run();
			assert(entry);
			const target = vscode.Uri.file(path.join(stage.services.exports.root, 'copy.csv'));
			const saving = vscode.commands.executeCommand('appErrors.saveExportAs', node(entry));
			await stage.person.saveDialog().answer(target);
			await saving;
			assert.deepEqual(await readFile(target.fsPath), await readFile(fileOf(entry)));
		});

		it('are copied as a text that reads them with another program', async () => {
			const entry = await stage.run();
			assert(entry);
			const copying = vscode.commands.executeCommand('appErrors.copyAs', node(entry));
			await stage.person.pick(/What the records are read with/).choose('DuckDB');
			await copying;
			const quoted = fileOf(entry).replaceAll("'", "''");
			assert.ok(stage.person.clipboard.startsWith(`SELECT * FROM read_csv('${quoted}', all_varchar=true`));
		});

		it('are deleted after a question', async () => {
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

		it('are closed when they are deleted, text and results view, and others stay open', async () => {
			const kept = await stage.run();
			const entry = await stage.run();
			assert(kept && entry);
			await openRecords(vscode.Uri.file(fileOf(entry)), 'results');
			const tabs = () => Promise.all([kept, entry].map(async ({ folder }) => (await tabsBelow([folder])).length));
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

		it('suggest values to filter by', async () => {
			await stage.run();
			const values = await stage.services.exports.seenValues(stage.account, '101', 'app_version_name');
			assert.ok(values.includes('2.4.1'), values.join(' '));
		});
	});
});
