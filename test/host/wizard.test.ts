import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { firstPlan, type Plan } from '../../src/core/plan/plan';
import { runWizard } from '../../src/features/wizard/runWizard';
import type { Account } from '../../src/services/accounts';
import type { PlannedExport } from '../../src/services/exportLibrary';
import { useAccountStage } from '../support/host/accountStage';
import { forgetEverything, setSetting } from '../support/host/product';

describe('the wizard', () => {
	const stage = useAccountStage();
	let account: Account;

	beforeEach(async () => {
		account = await stage.addAccount('Work');
	});

	const hub = () => stage.person.pick(/Export errors – App 0/);
	const start = (plan: Plan = firstPlan({ id: '100', name: 'App 0' })) => runWizard(stage.services, account, plan);
	const description = async (label: RegExp) =>
		(await hub().rows()).find((row) => label.test(row.label))?.description ?? '';
	/** Runs the export from the hub, and gives the plan the wizard ended with. */
	const finish = async (wizard: Promise<PlannedExport | undefined>): Promise<Plan> => {
		await hub().choose(/Export$/);
		const order = await wizard;
		assert(order);
		return order.plan;
	};

	it('runs the export with Enter alone', async () => {
		const wizard = start();
		await hub().enter();
		assert.deepEqual((await wizard)?.plan, firstPlan({ id: '100', name: 'App 0' }));
	});

	it('shows every choice with its value', async () => {
		const wizard = start();
		assert.deepEqual(await hub().labels(), [
			'Export',
			'Application',
			'Output',
			'Range',
			'Time basis',
			'Fields',
			'Filters',
			'Options',
			'Show the request…',
		]);
		assert.equal(await description(/Application/), 'App 0 · 100');
		assert.equal(await description(/Output/), 'Results view');
		assert.match(await description(/Range/), /^Last 7 days · .+\s–\s.+ · UTC$/);
		assert.equal(await description(/Time basis/), 'When it happened on the device');
		assert.equal(await description(/Fields/), '12 of 31 · no personal data');
		assert.equal(await description(/Filters/), 'none');
		assert.equal(await description(/Options/), 'no limit');
		await hub().escape();
		assert.equal(await wizard, undefined);
	});

	it('changes the output', async () => {
		const wizard = start();
		await hub().choose(/Output/);
		const outputs = stage.person.pick(/What the records become/);
		assert.deepEqual(await outputs.labels(), [
			'Results view',
			'CSV document',
			'JSON document',
			'Keep these records current',
		]);
		await outputs.choose('JSON document');
		const { view, format } = await finish(wizard);
		assert.deepEqual([view, format], ['document', 'json']);
	});

	it('goes back from a document to the results view, which is fetched as CSV', async () => {
		const wizard = start({ ...firstPlan({ id: '100', name: 'App 0' }), view: 'document', format: 'json' });
		await hub().choose(/Output/);
		await stage.person.pick(/What the records become/).choose('Results view');
		const { view, format } = await finish(wizard);
		assert.deepEqual([view, format], ['results', 'csv']);
	});

	it('keeps records current instead, with the choices that there are then', async () => {
		const wizard = start({ ...firstPlan({ id: '100', name: 'App 0' }), limit: 5 });
		await hub().choose(/Output/);
		await stage.person.pick(/What the records become/).choose('Keep these records current');
		assert.deepEqual(await hub().labels(), [
			'Keep Current',
			'Application',
			'Output',
			'Range',
			'Fields',
			'Filters',
			'Options',
		]);
		assert.match(await description(/Range/), /^since .* · When the server received it · UTC$/);
		await hub().choose(/Options/);
		const options = stage.person.pick(/Enter changes an option/);
		assert.deepEqual(await options.labels(), ['Skip unavailable shards']);
		await options.back();
		await hub().choose(/Output/);
		await stage.person.pick(/What the records become/).back();
		await hub().choose('Keep Current');
		const plan = (await wizard)?.plan;
		assert.deepEqual([plan?.view, plan?.format], ['kept', 'csv']);
	});

	it('changes the application and keeps the other choices', async () => {
		const wizard = start({ ...firstPlan({ id: '100', name: 'App 0' }), format: 'json' });
		await hub().choose(/Application/);
		await stage.person.pick(/Choose an application/).choose('App 1');
		await stage.person.pick(/Export errors – App 1/).choose(/Export$/);
		const plan = (await wizard)?.plan;
		assert.deepEqual([plan?.application, plan?.format], [{ id: '101', name: 'App 1' }, 'json']);
	});

	it('changes the time basis', async () => {
		const wizard = start();
		await hub().choose(/Time basis/);
		await stage.person.pick(/Which moment/).choose('When the server received it');
		assert.equal((await finish(wizard)).dateDimension, 'receive');
	});

	describe('range', () => {
		it('takes a preset', async () => {
			const wizard = start();
			await hub().choose(/Range/);
			const rows = await stage.person.pick(/Which days and hours/).rows();
			assert.deepEqual(
				rows.map(({ label }) => label),
				[
					'Last 24 hours',
					'Last 7 days',
					'Last 14 days',
					'Last 30 days',
					'Last 90 days',
					'Today',
					'Yesterday',
					'Since … until …',
				],
			);
			assert.ok(
				rows.slice(0, 7).every((row) => /\d/.test(row.description ?? '')),
				'presets say their dates',
			);
			await stage.person.pick(/Which days and hours/).choose('Yesterday');
			assert.deepEqual((await finish(wizard)).range, { kind: 'yesterday' });
		});

		it('takes typed ends; a date alone is a whole day', async () => {
			const wizard = start();
			await hub().choose(/Range/);
			await stage.person.pick(/Which days/).choose('Since … until …');
			await stage.person.input(/Since when/).answer('2026-01-31');
			await stage.person.input(/Until when/).answer('2026-02-01');
			assert.deepEqual((await finish(wizard)).range, {
				kind: 'between',
				since: { year: 2026, month: 1, day: 31, hour: 0, minute: 0, second: 0 },
				until: { year: 2026, month: 2, day: 1, hour: 23, minute: 59, second: 59 },
			});
		});

		it('says in words what is wrong with a date, as it is typed', async () => {
			const wizard = start();
			await hub().choose(/Range/);
			await stage.person.pick(/Which days/).choose('Since … until …');
			const since = stage.person.input(/Since when/);
			for (const [typed, words] of [
				['2026-02-30', '30 February 2026 does not exist.'],
				['2026-13-01', 'There is no month 13.'],
				['2026-01-01 25:00', 'There is no such time of day. Hours end at 23, minutes and seconds at 59.'],
				['0226-01-31', 'The year 0226 is long before there were records. Write one from 2000 on.'],
				['last week', 'Write a date such as 2026-01-31, or with a time 2026-01-31 18:30:00.'],
			] as const) {
				await since.type(typed);
				assert.equal(await since.words(), words);
				await since.enter();
				await since.shown();
			}
			await since.answer('2026-01-31');
			const until = stage.person.input(/Until when/);
			await until.type('2026-01-30');
			assert.equal(
				await until.words(),
				'The range ends before it begins: 2026-01-31 00:00:00 is later than 2026-01-30 23:59:59.',
			);
			await until.back();
			assert.equal(
				(await stage.person.input(/Since when/).look()).value,
				'2026-01-31 00:00:00',
				'Back finds what was typed',
			);
			await stage.person.input(/Since when/).escape();
			assert.equal(await wizard, undefined);
		});

		it('reads relative ranges on the zone of the settings', async () => {
			await setSetting('appErrors.timeZone', 'Pacific/Kiritimati');
			try {
				const wizard = start();
				await hub().choose(/Range/);
				await stage.person.pick(/on the clock of Pacific\/Kiritimati/).choose('Today');
				await hub().choose(/Export$/);
				assert.deepEqual((await wizard)?.zone, { kind: 'named', name: 'Pacific/Kiritimati' });
			} finally {
				await setSetting('appErrors.timeZone', undefined);
			}
		});
	});

	describe('fields', () => {
		const fields = () => stage.person.pick(/of 3\d fields/);

		it('are ticked, counted and kept in the order of the table', async () => {
			const wizard = start();
			await hub().choose(/Fields/);
			assert.equal((await fields().checked()).length, 12);
			await fields().check('error_name', 'error');
			await stage.person.pick(/2 of 31 fields/).enter();
			assert.deepEqual((await finish(wizard)).fields, ['error', 'error_name']);
		});

		it('that are personal are marked, and off until ticked', async () => {
			const wizard = start();
			await hub().choose(/Fields/);
			const personal = (await fields().rows()).filter((row) => row.description?.includes('personal'));
			assert.deepEqual(
				personal.map((row) => row.label),
				['analytics_device_id', 'device_ipv6', 'google_aid', 'ios_ifa', 'ios_ifv', 'profile_id', 'windows_aid'],
			);
			assert.deepEqual(
				(await fields().checked()).filter((name) => personal.some((row) => row.label === name)),
				[],
			);
			await fields().check('error', 'profile_id');
			await stage.person.pick(/1 of the ticked fields can identify a person/).enter();
			assert.equal(await description(/Fields/), '2 of 31 · 1 personal');
			await finish(wizard);
		});

		it('can be narrowed to those that are ticked, without losing a tick', async () => {
			const wizard = start();
			await hub().choose(/Fields/);
			await fields().check('error', 'city');
			await fields().press('Show selected only');
			assert.deepEqual(await fields().labels(), ['error', 'city']);
			await fields().press('Show all fields');
			assert.equal((await fields().labels()).length, 31);
			assert.deepEqual(await fields().checked(), ['error', 'city']);
			await fields().enter();
			assert.deepEqual((await finish(wizard)).fields, ['error', 'city']);
		});

		it('come from presets', async () => {
			const wizard = start();
			await hub().choose(/Fields/);
			await fields().press('Presets…');
			await stage.person.pick(/Which fields to start from/).choose('All but personal fields');
			assert.equal((await fields().checked()).length, 23);
			await fields().enter();
			assert.equal((await finish(wizard)).fields.length, 23);
		});

		it('keep their ticks when left by Back, by Escape and for the presets', async () => {
			const wizard = start();
			await hub().choose(/Fields/);
			await fields().check('error');
			await fields().back();
			assert.equal(await description(/Fields/), '1 of 31 · no personal data');
			await hub().choose(/Fields/);
			await fields().check('error', 'city');
			await fields().press('Presets…');
			await stage.person.pick(/Which fields to start from/).back();
			assert.deepEqual(await fields().checked(), ['error', 'city']);
			await fields().check('city');
			await fields().escape();
			assert.equal(await wizard, undefined);
			assert.deepEqual(stage.services.plans.draft(account, '100')?.fields, ['city']);
		});

		it('of the setting join the table', async () => {
			await setSetting('appErrors.additionalFields', [{ name: 'build_number', type: 'integer', personal: false }]);
			try {
				const wizard = start();
				await hub().choose(/Fields/);
				await fields().check('build_number');
				await stage.person.pick(/1 of 32 fields/).enter();
				assert.deepEqual((await finish(wizard)).fields, ['build_number']);
			} finally {
				await setSetting('appErrors.additionalFields', undefined);
			}
		});

		it('must not be none: the hub says so and leads there', async () => {
			const wizard = start();
			await hub().choose(/Fields/);
			await fields().check();
			await fields().enter();
			const [run] = await hub().rows();
			assert.match(run?.detail ?? '', /No field is chosen/);
			await hub().enter();
			await fields().escape();
			assert.equal(await wizard, undefined);
		});
	});

	describe('filters', () => {
		it('offer an enumeration as choices', async () => {
			const wizard = start();
			await hub().choose(/Filters/);
			await stage.person.pick(/The field to compare/).choose('os_name');
			assert.deepEqual(await stage.person.pick(/The value that os_name equals/).labels(), [
				'ios',
				'android',
				'windows',
			]);
			await stage.person.pick(/The value that os_name equals/).choose('ios');
			await stage.person.pick(/match all of these/).choose(/Done/);
			assert.equal(await description(/Filters/), 'os_name = ios');
			assert.deepEqual((await finish(wizard)).filters, [{ field: 'os_name', value: 'ios' }]);
		});

		it('lead back to all choices from their list, also from the first one', async () => {
			const wizard = start();
			await hub().choose(/Filters/);
			await stage.person.pick(/The field to compare/).choose('os_name');
			await stage.person.pick(/The value that os_name equals/).choose('ios');
			await stage.person.pick(/match all of these/).back();
			assert.equal(await description(/Filters/), 'os_name = ios');
			await hub().escape();
			await wizard;
		});

		it('take a typed value, and refuse one that is not of the type', async () => {
			const wizard = start();
			await hub().choose(/Filters/);
			await stage.person.pick(/The field to compare/).choose('mcc');
			const value = stage.person.pick(/Type the value that mcc equals/);
			await value.type('abc');
			assert.match((await value.active()).detail ?? '', /mcc is compared with a whole number/);
			await value.type('242');
			await value.choose('242');
			await stage.person.pick(/match all of these/).choose(/Done/);
			assert.deepEqual((await finish(wizard)).filters, [{ field: 'mcc', value: '242' }]);
		});

		it('have one value a field, can be changed and removed', async () => {
			const plan = { ...firstPlan({ id: '100', name: 'App 0' }), filters: [{ field: 'os_name', value: 'ios' }] };
			const wizard = start(plan);
			await hub().choose(/Filters/);
			await stage.person.pick(/match all of these/).choose('os_name = ios');
			await stage.person.pick(/The value that os_name equals/).choose('android');
			const list = stage.person.pick(/match all of these/);
			assert.ok((await list.labels()).includes('os_name = android'));
			await list.pressOn('os_name = android', 'Remove');
			assert.equal(await description(/Filters/), 'none');
			assert.deepEqual((await finish(wizard)).filters, []);
		});

		it('do not offer the application ID, which is sent anyway', async () => {
			const wizard = start();
			await hub().choose(/Filters/);
			const labels = await stage.person.pick(/The field to compare/).labels();
			assert.equal(labels.length, 29);
			assert.ok(!labels.includes('application_id'));
			await stage.person.pick(/The field to compare/).back();
			await hub().escape();
			await wizard;
		});
	});

	describe('options', () => {
		it('toggle in place and are kept', async () => {
			const wizard = start();
			await hub().choose(/Options/);
			const options = stage.person.pick(/Enter changes an option/);
			await options.choose(/Byte order mark/);
			await options.choose(/Skip unavailable shards/);
			await options.choose(/Limit/);
			const limit = stage.person.input(/At most how many records/);
			await limit.type('0');
			assert.equal(await limit.words(), 'The limit is a whole number above zero, or nothing for no limit.');
			await limit.answer('5000');
			await options.back();
			assert.equal(await description(/Options/), 'at most 5,000 records · byte order mark · skip unavailable shards');
			const plan = await finish(wizard);
			assert.deepEqual([plan.limit, plan.byteOrderMark, plan.skipUnavailableShards], [5000, true, true]);
		});

		it('keep the row in front that was changed, so that Enter changes it again', async () => {
			const wizard = start();
			await hub().choose(/Options/);
			const options = stage.person.pick(/Enter changes an option/);
			await options.choose(/Byte order mark/);
			assert.equal((await options.active()).label, 'Byte order mark');
			await options.enter();
			await options.choose(/Slices/);
			await stage.person.pick(/How the range is asked for/).choose('Day by day');
			assert.equal((await options.active()).label, 'Slices');
			await options.back();
			assert.equal(await description(/Options/), 'no limit · Day by day');
			await hub().escape();
			await wizard;
		});

		it('ask for the range in pieces, or in one', async () => {
			const wizard = start();
			await hub().choose(/Options/);
			const options = stage.person.pick(/Enter changes an option/);
			await options.choose(/Slices/);
			await stage.person.pick(/How the range is asked for/).choose('Day by day');
			await options.back();
			assert.equal(await description(/Options/), 'no limit · Day by day');
			await hub().choose(/Options/);
			await options.choose(/Slices/);
			await stage.person.pick(/How the range is asked for/).choose('In one piece');
			await options.back();
			assert.equal(await description(/Options/), 'no limit');
			await hub().choose(/Options/);
			await options.choose(/Slices/);
			await stage.person.pick(/How the range is asked for/).choose('Hour by hour');
			await options.back();
			assert.equal((await finish(wizard)).slicing, 'hour');
		});

		it('each say what they do', async () => {
			const wizard = start();
			await hub().choose(/Options/);
			const rows = await stage.person.pick(/Enter changes an option/).rows();
			assert.ok(rows.every((row) => (row.detail ?? '').length > 20));
			await stage.person.pick(/Enter changes an option/).escape();
			await wizard;
		});
	});

	describe('the request', () => {
		it('is shown in words, and copied as a curl command without the token', async () => {
			const plan: Plan = {
				...firstPlan({ id: '100', name: 'App 0' }),
				range: {
					kind: 'between',
					since: { year: 2026, month: 1, day: 31, hour: 0, minute: 0, second: 0 },
					until: { year: 2026, month: 2, day: 1, hour: 23, minute: 59, second: 59 },
				},
				fields: ['error', 'error_name'],
			};
			const wizard = start(plan);
			await hub().choose(/Show the request/);
			const request = stage.person.pick(/Enter copies a row/);
			const words = (await request.rows()).find(({ label }) => label === 'CSV of the errors of App 0');
			assert.equal(
				words?.detail,
				'from 2026-01-31 00:00:00 until 2026-02-01 23:59:59, UTC · When it happened on the device',
			);
			await request.choose(/date_since/);
			assert.equal(stage.person.clipboard, '2026-01-31 00:00:00');
			assert.equal((await request.active()).label, 'date_since', 'the row that was copied stays in front');
			await request.choose(/Copy the curl command/);
			assert.match(stage.person.clipboard, /^curl /);
			assert.match(stage.person.clipboard, /date_since=2026-01-31%2000:00:00&/);
			assert.match(stage.person.clipboard, /\$APP_ERRORS_TOKEN/);
			assert.ok(!stage.person.clipboard.includes(stage.service.token));
			await request.back();
			await hub().escape();
			await wizard;
		});
	});

	it('finds what was chosen when it is left and opened again', async () => {
		const wizard = vscode.commands.executeCommand('appErrors.exportErrors');
		await stage.person.pick(/Choose an application/).choose('App 0');
		await hub().choose(/Output/);
		await stage.person.pick(/What the records become/).choose('JSON document');
		await hub().choose(/Time basis/);
		await stage.person.pick(/Which moment/).escape();
		await wizard;
		const again = vscode.commands.executeCommand('appErrors.exportErrors');
		assert.equal(await description(/Output/), 'JSON document');
		await hub().escape();
		await again;
	});

	it('shows names and values as the text they are', async () => {
		const plan = {
			...firstPlan({ id: '100', name: 'App 0' }),
			filters: [{ field: 'city', value: '$(alert) [x](command:y)' }],
		};
		const wizard = start(plan);
		assert.equal(await description(/Filters/), 'city = \\$(alert) [x](command:y)');
		await hub().escape();
		await wizard;
	});

	it('needs an account, and offers to sign in', async () => {
		await forgetEverything(stage.services);
		await vscode.commands.executeCommand('appErrors.exportErrors');
		assert.deepEqual((await stage.person.message(/You are signed out/).read()).buttons, ['Sign In']);
	});
});
