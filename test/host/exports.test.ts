import assert from 'node:assert/strict';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import * as vscode from 'vscode';
import type { ExportEntry } from '../../src/core/export/entry';
import { firstPlan, type Plan } from '../../src/core/export/plan';
import type { FaultSetting } from '../../src/core/sample/faults/setting';
import { type SampleService, startSampleService } from '../../src/core/sample/service';
import type { Account } from '../../src/services/accounts';
import type { Services } from '../../src/services/services';
import { Person } from '../support/host/person';
import { forgetEverything, startProduct } from '../support/host/product';
import { eventually } from '../support/vscode/waiting';

const utc = { kind: 'named', name: 'UTC' } as const;
const shop = { id: '101', name: 'Shop for Android' };

describe('exports', () => {
	let services: Services;
	let service: SampleService;
	let account: Account;
	let person: Person;

	before(async () => {
		services = await startProduct();
	});

	beforeEach(async () => {
		service = await startSampleService({ records: 2_000, token: 'good-token' });
		await forgetEverything(services);
		account = await services.accounts.add({ service: service.url, label: 'Work', allowInsecure: false }, service.token);
		person = new Person();
	});

	afterEach(async () => {
		try {
			await person.leave();
		} finally {
			await vscode.commands.executeCommand('workbench.action.closeAllEditors');
			await rm(services.exports.root, { recursive: true, force: true });
			await forgetEverything(services);
			await service.close();
		}
	});

	const planned = (over: Partial<Plan> = {}): Plan => ({
		...firstPlan(shop),
		view: 'document',
		range: { kind: 'lastDays', days: 30 },
		...over,
	});
	const start = (over: Partial<Plan> = {}) =>
		vscode.commands.executeCommand<ExportEntry | undefined>('appErrors.runExport', {
			account,
			plan: planned(over),
			zone: utc,
		});
	const progress = () => person.progress(/Exporting errors of Shop for Android/);
	const fault = (name: FaultSetting['name'], value?: string, times?: number) =>
		service.faults.set({ name, value, times });
	const fileOf = (entry: ExportEntry) => path.join(entry.folder, entry.outcome?.file ?? '');
	/** What the service itself says the export has to hold. */
	const expected = async ({ stored: { question } }: ExportEntry) => {
		const records: string[][] = [];
		for await (const record of service.recordsFor(question)) {
			records.push([...record]);
		}
		return records;
	};
	/** Paths and queries of the requests for records, oldest first; the view may list applications at any time. */
	const asked = () =>
		service.requests
			.list()
			.map(({ url }) => url)
			.filter((url) => url.includes('/export/'));
	const exportFolders = async () => (await services.exports.list(account)).entries;
	const partFiles = async () =>
		(await readdir(services.exports.root, { recursive: true }).catch(() => [])).filter((file) =>
			file.endsWith('.part'),
		);

	it('to CSV hold exactly the records of the service, and open as a document', async () => {
		const entry = await start();
		assert(entry?.outcome);
		const [header, ...rows] = parse(await readFile(fileOf(entry)), { relax_column_count: true }) as string[][];
		assert.deepEqual(header, entry.stored.question.fields);
		assert.deepEqual(rows, await expected(entry));
		assert.equal(entry.outcome.rows, rows.length);
		assert.equal(entry.outcome.bytes, (await stat(fileOf(entry))).size);
		assert.equal(vscode.window.activeTextEditor?.document.uri.fsPath, fileOf(entry));
		assert.match(
			(await person.message(/^Exported Shop for Android: [\d,]+ records · .+B · .+s · not verified\./).read()).text,
			/records/,
		);
	});

	it('to JSON hold exactly the records of the service, and open as JSON', async () => {
		const entry = await start({ format: 'json', fields: ['error_id', 'analytics_device_id', 'error'] });
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
		await start({
			filters: [{ field: 'os_name', value: 'android' }],
			limit: 10,
			dateDimension: 'receive',
			byteOrderMark: true,
			skipUnavailableShards: true,
			fields: ['error_name', 'error_id'],
		});
		await person.message(/arbitrary subset/).dismiss();
		const parameters = Object.fromEntries(new URL(asked().at(-1) ?? '', service.url).searchParams);
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
		const first = await start({ fields: ['error'] });
		const second = await start({ fields: ['error_name'] });
		assert(first && second);
		const entries = await exportFolders();
		assert.deepEqual(
			entries.map((entry) => entry.stored.question.fields),
			[['error_name'], ['error']],
		);
		const text = await readFile(path.join(first.folder, 'question.json'), 'utf8');
		assert.ok(text.includes('"error"') && !text.includes(service.token));
	});

	describe('say what to know about the result', () => {
		it('cut at the limit', async () => {
			const entry = await start({ limit: 10 });
			assert.deepEqual([entry?.outcome?.rows, entry?.outcome?.flags], [10, ['limitReached']]);
			const { text, severity } = await person.message(/10 records/).read();
			assert.equal(severity, 'warning');
			assert.match(text, /Cut at the limit of 10: an arbitrary subset/);
		});

		it('shards skipped', async () => {
			fault('shardsUnavailable');
			const entry = await start({ skipUnavailableShards: true });
			assert.deepEqual(entry?.outcome?.flags, ['shardsSkipped']);
			assert.match((await person.message(/records may be missing/).read()).severity, /warning/);
		});

		it('no records, with the likely reasons and a way to change the export', async () => {
			const entry = await start({ filters: [{ field: 'os_name', value: 'windows' }] });
			assert.deepEqual([entry?.outcome?.rows, entry?.outcome?.flags], [0, ['empty']]);
			const message = await person.message(/No records of Shop for Android/).read();
			assert.match(message.text, /the filters \(os_name = windows\)/);
			assert.match(message.text, /the time basis/);
			assert.deepEqual(message.buttons, ['Change the Export']);
		});
	});

	describe('wait for the service', () => {
		it('that queues, and show the percentage', async () => {
			fault('queuedWithPercent', '2');
			const done = start();
			await progress().reported(/queued by the service, \d+%/);
			const entry = await done;
			assert.deepEqual(entry?.outcome?.rows, entry && (await expected(entry)).length);
			assert.equal(asked().length, 3);
			assert.equal(new Set(asked()).size, 1, 'the identical request is repeated');
		});

		it('that says with status 200 that it queues', async () => {
			fault('queueText', undefined, 1);
			const done = start();
			await progress().reported(/queued by the service/);
			const entry = await done;
			assert.ok((entry?.outcome?.rows ?? 0) > 0);
		});

		for (const name of ['throttle429', 'throttle420', 'throttle503'] as const) {
			it(`that answers ${name.slice(-3)}, as long as it asks to`, async () => {
				fault(name, '1', 1);
				const done = start();
				await progress().reported(/the service asks to wait 1s/);
				assert.ok(((await done)?.outcome?.rows ?? 0) > 0);
			});
		}

		it('that fails once', async () => {
			fault('status', '500', 1);
			const done = start();
			await progress().reported(/the request failed; trying again/);
			assert.ok(((await done)?.outcome?.rows ?? 0) > 0);
		});

		it('whose connection breaks in the middle of the body once, and start anew', async () => {
			fault('cutAfter', '4096', 1);
			const entry = await start();
			assert(entry);
			const [, ...rows] = parse(await readFile(fileOf(entry)), { relax_column_count: true }) as string[][];
			assert.deepEqual(rows, await expected(entry));
		});
	});

	describe('say what went wrong, in words and with one button', () => {
		const cases: readonly [title: string, fault: () => void, words: RegExp, button: string][] = [
			[
				'400 in plain text',
				() => fault('badRequestText', 'Unknown field x'),
				/refuses the request as wrong.*It says: "Unknown field x"/,
				'Change the Export',
			],
			[
				'400 in JSON',
				() => fault('badRequestJson', 'Bad <b>dates</b>'),
				/It says: "Bad <b>dates<\/b>"/,
				'Change the Export',
			],
			['a range that is too large', () => fault('tooLarge'), /refuses this range as too large/, 'Change the Export'],
			['403', () => fault('status', '403'), /refuses this token the right to the application/, 'Switch Account'],
			['404', () => fault('status', '404'), /does not know this address or application/, 'Open Settings'],
			['413', () => fault('status', '413'), /refuses this range as too large/, 'Change the Export'],
			['418', () => fault('status', '418'), /unexpected status 418/, 'Open Settings'],
			['a web page', () => fault('loginPage'), /web page instead of data/, 'Open Settings'],
			['nothing at all', () => fault('emptyBody'), /nothing at all, not even a header/, 'Open Settings'],
			[
				'another header',
				() => fault('wrongHeader'),
				/columns the service sent are not the ones asked for/,
				'Change the Export',
			],
			[
				'a redirect to another place',
				() => fault('redirectElsewhere'),
				/another place. The token was not sent there/,
				'Sign In',
			],
		];
		for (const [title, prepare, words, button] of cases) {
			it(title, async () => {
				prepare();
				assert.equal(await start(), undefined);
				assert.deepEqual((await person.message(words).read()).buttons, [button]);
				assert.deepEqual(await exportFolders(), [], 'nothing is left that looks like an export');
				assert.deepEqual(await partFiles(), []);
			});
		}

		it('a service that is not there', async () => {
			await service.close();
			const done = start();
			await progress().reported(/trying again/);
			await progress().cancel();
			assert.equal(await done, undefined);
		});

		it('a folder that cannot be used', async () => {
			const file = path.join(services.extensionUri.fsPath, 'package.json');
			await vscode.workspace
				.getConfiguration()
				.update('appErrors.exportFolder', file, vscode.ConfigurationTarget.Global);
			try {
				assert.equal(await start(), undefined);
				const { buttons } = await person
					.message(/package\.json.*(not there any more|in the way|could not be read or written)/)
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
		fault('queued', '1');
		fault('tokenDies', '1');
		const done = start();
		const token = person.input(/no longer accepts|does not accept/);
		await token.shown();
		service.replaceToken('new-token');
		await token.answer('new-token');
		const entry = await done;
		assert.ok((entry?.outcome?.rows ?? 0) > 0);
		assert.equal((await services.accounts.secret(account.id))?.token, 'new-token');
		assert.equal(new Set(asked()).size, 1, 'the same request goes on');
	});

	it('stop within a second when cancelled, and leave nothing', async () => {
		fault('trickle', '2048');
		const done = start();
		await progress().reported(/per second/);
		const cancelled = Date.now();
		await progress().cancel();
		assert.equal(await done, undefined);
		assert.ok(Date.now() - cancelled < 1000);
		await eventually('no part file', async () => (await partFiles()).length === 0 || undefined);
		assert.deepEqual(await exportFolders(), []);
	});

	it('of one application run one after the other, of others side by side', async () => {
		fault('trickle', '65536');
		const first = start();
		await progress().reported(/per second/);
		const second = start({ format: 'json' });
		const other = vscode.commands.executeCommand<ExportEntry>('appErrors.runExport', {
			account,
			plan: { ...planned(), application: { id: '102', name: 'Shop for iOS' } },
			zone: utc,
		});
		await eventually('two exports', async () => asked().length === 2 || undefined);
		service.faults.clear();
		const entries = await Promise.all([first, second, other]);
		assert.ok(entries.every((entry) => entry?.outcome));
		const order = asked().map((url) => /errors\.(\w+).*application_id=(\d+)/.exec(url)?.slice(1).join(' '));
		assert.deepEqual(order, ['csv 101', 'csv 102', 'json 101']);
	});

	describe('that are past', () => {
		const node = (entry: ExportEntry) => ({ kind: 'export', account, entry });

		it('open again', async () => {
			const entry = await start();
			assert(entry);
			await vscode.commands.executeCommand('workbench.action.closeAllEditors');
			await vscode.commands.executeCommand('appErrors.openExport', node(entry));
			assert.equal(vscode.window.activeTextEditor?.document.uri.fsPath, fileOf(entry));
		});

		it('are repeated without questions', async () => {
			const entry = await start({ fields: ['error_name'] });
			assert(entry);
			await vscode.commands.executeCommand('appErrors.repeatExport', node(entry));
			assert.deepEqual(
				(await exportFolders()).map(({ stored }) => stored.question.fields),
				[['error_name'], ['error_name']],
			);
		});

		it('are repeated by the command that repeats the last one', async () => {
			await start({ fields: ['error_name'] });
			await vscode.commands.executeCommand('appErrors.repeatLastExport');
			assert.equal((await exportFolders()).length, 2);
		});

		it('are saved elsewhere, byte for byte', async () => {
			const entry = await start();
			assert(entry);
			const target = vscode.Uri.file(path.join(services.exports.root, 'copy.csv'));
			const saving = vscode.commands.executeCommand('appErrors.saveExportAs', node(entry));
			await person.saveDialog().answer(target);
			await saving;
			assert.deepEqual(await readFile(target.fsPath), await readFile(fileOf(entry)));
		});

		it('are deleted after a question', async () => {
			const entry = await start();
			assert(entry);
			const keeping = vscode.commands.executeCommand('appErrors.deleteExport', node(entry));
			await person.message(/Delete this export of Shop for Android/).dismiss();
			await keeping;
			assert.equal((await exportFolders()).length, 1);
			const deleting = vscode.commands.executeCommand('appErrors.deleteExport', node(entry));
			await person.message(/Delete this export of Shop for Android/).press('Delete');
			await deleting;
			assert.deepEqual(await exportFolders(), []);
		});

		it('suggest values to filter by', async () => {
			await start();
			const values = await services.exports.seenValues(account, '101', 'app_version_name');
			assert.ok(values.includes('2.4.1'), values.join(' '));
		});
	});
});
