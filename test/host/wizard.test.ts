import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { firstPlan, type Plan } from '../../src/core/plan/plan';
import { runWizard } from '../../src/features/wizard/runWizard';
import type { Account } from '../../src/services/accounts';
import type { PlannedExport } from '../../src/services/exportLibrary';
import { useAccountHarness } from '../support/host/accountHarness';
import { forgetEverything, setSetting } from '../support/host/product';

describe('export wizard', () => {
	const stage = useAccountHarness();
	let account: Account;

	beforeEach(async () => {
		account = await stage.addAccount('Work');
	});

	const hub = () => stage.person.pick(/Export Errors: App 0/);
	const start = (plan: Plan = firstPlan({ id: '100', name: 'App 0' })) => runWizard(stage.services, account, plan);
	const description = async (label: RegExp) =>
		(await hub().rows()).find((row) => label.test(row.label))?.description ?? '';
	const finish = async (wizard: Promise<PlannedExport | undefined>): Promise<Plan> => {
		await hub().choose(/Export$/);
		const order = await wizard;
		assert(order);
		return order.plan;
	};

	it('starts the export with the default options if the user just presses Enter', async () => {
		const wizard = start();
		await hub().enter();
		assert.deepEqual((await wizard)?.plan, firstPlan({ id: '100', name: 'App 0' }));
	});

	it('shows every export option with its value', async () => {
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
			'Show Request…',
			'Save This Export to Workspace…',
		]);
		assert.equal(await description(/Application/), 'App 0 · 100');
		assert.equal(await description(/Output/), 'Results view');
		assert.match(await description(/Range/), /^Last 7 days · .+\s–\s.+ · UTC$/);
		assert.equal(await description(/Time basis/), 'Device time (when the error happened)');
		assert.equal(await description(/Fields/), '12 of 31 · no personal data');
		assert.equal(await description(/Filters/), 'none');
		assert.equal(await description(/Options/), 'no limit');
		await hub().escape();
		assert.equal(await wizard, undefined);
	});

	it('changes the output format', async () => {
		const wizard = start();
		await hub().choose(/Output/);
		const outputs = stage.person.pick(/Choose an output format/);
		assert.deepEqual(await outputs.labels(), ['Results view', 'CSV file', 'JSON file', 'Sync records']);
		await outputs.choose('JSON file');
		const { view, format } = await finish(wizard);
		assert.deepEqual([view, format], ['document', 'json']);
	});

	it('switches the output from a document to the results view, whose exports use CSV', async () => {
		const wizard = start({ ...firstPlan({ id: '100', name: 'App 0' }), view: 'document', format: 'json' });
		await hub().choose(/Output/);
		await stage.person.pick(/Choose an output format/).choose('Results view');
		const { view, format } = await finish(wizard);
		assert.deepEqual([view, format], ['results', 'csv']);
	});

	it('switches from exporting to syncing records, and shows only the options available for a sync', async () => {
		const wizard = start({ ...firstPlan({ id: '100', name: 'App 0' }), limit: 5 });
		await hub().choose(/Output/);
		await stage.person.pick(/Choose an output format/).choose('Sync records');
		assert.deepEqual(await hub().labels(), [
			'Start Sync',
			'Application',
			'Output',
			'Range',
			'Fields',
			'Filters',
			'Options',
		]);
		assert.match(await description(/Range/), /^since .* · Server time \(when the error was received\) · UTC$/);
		await hub().choose(/Options/);
		const options = stage.person.pick(/Select an option to change it/);
		assert.deepEqual(await options.labels(), ['Allow partial results']);
		await options.back();
		await hub().choose(/Output/);
		await stage.person.pick(/Choose an output format/).back();
		await hub().choose('Start Sync');
		const plan = (await wizard)?.plan;
		assert.deepEqual([plan?.view, plan?.format], ['synced', 'csv']);
	});

	it('changes the application and keeps the other options', async () => {
		const wizard = start({ ...firstPlan({ id: '100', name: 'App 0' }), format: 'json' });
		await hub().choose(/Application/);
		await stage.person.pick(/Choose an application/).choose('App 1');
		await stage.person.pick(/Export Errors: App 1/).choose(/Export$/);
		const plan = (await wizard)?.plan;
		assert.deepEqual([plan?.application, plan?.format], [{ id: '101', name: 'App 1' }, 'json']);
	});

	it('changes the time basis of an export', async () => {
		const wizard = start();
		await hub().choose(/Time basis/);
		await stage.person
			.pick(/Choose which time the date range refers to/)
			.choose('Server time (when the error was received)');
		assert.equal((await finish(wizard)).dateDimension, 'receive');
	});

	describe('time range in the export wizard', () => {
		it('accepts a predefined range', async () => {
			const wizard = start();
			await hub().choose(/Range/);
			const rows = await stage.person.pick(/Choose a date range/).rows();
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
					'Custom range…',
				],
			);
			assert.ok(
				rows.slice(0, 7).every((row) => /\d/.test(row.description ?? '')),
				'presets say their dates',
			);
			await stage.person.pick(/Choose a date range/).choose('Yesterday');
			assert.deepEqual((await finish(wizard)).range, { kind: 'yesterday' });
		});

		it('accepts a typed range, and treats a date without a time as a whole day', async () => {
			const wizard = start();
			await hub().choose(/Range/);
			await stage.person.pick(/Choose a date range/).choose('Custom range…');
			await stage.person.input(/Start date and time/).answer('2026-01-31');
			await stage.person.input(/End date and time/).answer('2026-02-01');
			assert.deepEqual((await finish(wizard)).range, {
				kind: 'between',
				since: { year: 2026, month: 1, day: 31, hour: 0, minute: 0, second: 0 },
				until: { year: 2026, month: 2, day: 1, hour: 23, minute: 59, second: 59 },
			});
		});

		it('describes the error in a date while the date is being typed', async () => {
			const wizard = start();
			await hub().choose(/Range/);
			await stage.person.pick(/Choose a date range/).choose('Custom range…');
			const since = stage.person.input(/Start date and time/);
			for (const [typed, words] of [
				['2026-02-30', '30 February 2026 does not exist.'],
				['2026-13-01', 'There is no month 13.'],
				['2026-01-01 25:00', 'This is not a valid time. The latest possible time is 23:59:59.'],
				['0226-01-31', 'The year 0226 is too early. Enter a year from 2000 on.'],
				['last week', 'Enter a date in the format 2026-01-31, or a date and time in the format 2026-01-31 18:30:00.'],
			] as const) {
				await since.type(typed);
				assert.equal(await since.words(), words);
				await since.enter();
				await since.shown();
			}
			await since.answer('2026-01-31');
			const until = stage.person.input(/End date and time/);
			await until.type('2026-01-30');
			assert.equal(
				await until.words(),
				'The start of the range (2026-01-31 00:00:00) is later than its end (2026-01-30 23:59:59).',
			);
			await until.back();
			assert.equal(
				(await stage.person.input(/Start date and time/).look()).value,
				'2026-01-31 00:00:00',
				'Back finds what was typed',
			);
			await stage.person.input(/Start date and time/).escape();
			await stage.person.pick(/Choose a date range/).escape();
			await hub().escape();
			assert.equal(await wizard, undefined);
		});

		it('resolves relative ranges in the time zone from the settings', async () => {
			await setSetting('appErrors.timeZone', 'Pacific/Kiritimati');
			try {
				const wizard = start();
				await hub().choose(/Range/);
				await stage.person.pick(/Pacific\/Kiritimati/).choose('Today');
				await hub().choose(/Export$/);
				assert.deepEqual((await wizard)?.zone, { kind: 'named', name: 'Pacific/Kiritimati' });
			} finally {
				await setSetting('appErrors.timeZone', undefined);
			}
		});
	});

	describe('fields in the export wizard', () => {
		const fields = () => stage.person.pick(/of 3\d fields/);

		it('selects fields, shows their number and keeps their order', async () => {
			const wizard = start();
			await hub().choose(/Fields/);
			assert.equal((await fields().checked()).length, 12);
			await fields().check('error_name', 'error');
			await stage.person.pick(/2 of 31 fields/).enter();
			assert.deepEqual((await finish(wizard)).fields, ['error', 'error_name']);
		});

		it('marks personal fields and does not select them by default', async () => {
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
			await stage.person.pick(/1 selected fields can identify a person/).enter();
			assert.equal(await description(/Fields/), '2 of 31 · 1 personal field');
			await finish(wizard);
		});

		it('narrows the field list to selected fields without losing a selection', async () => {
			const wizard = start();
			await hub().choose(/Fields/);
			await fields().check('error', 'city');
			await fields().press('Show Selected Only');
			assert.deepEqual(await fields().labels(), ['error', 'city']);
			await fields().press('Show All Fields');
			assert.equal((await fields().labels()).length, 31);
			assert.deepEqual(await fields().checked(), ['error', 'city']);
			await fields().enter();
			assert.deepEqual((await finish(wizard)).fields, ['error', 'city']);
		});

		it('selects fields from a preset', async () => {
			const wizard = start();
			await hub().choose(/Fields/);
			await fields().press('Presets…');
			await stage.person.pick(/Choose a preset to start from/).choose('All non-personal fields');
			assert.equal((await fields().checked()).length, 23);
			await fields().enter();
			assert.equal((await finish(wizard)).fields.length, 23);
		});

		it('keeps the selected fields after the user goes back, presses Escape or opens the presets', async () => {
			const wizard = start();
			await hub().choose(/Fields/);
			await fields().check('error');
			await fields().back();
			assert.equal(await description(/Fields/), '1 of 31 · no personal data');
			await hub().choose(/Fields/);
			await fields().check('error', 'city');
			await fields().press('Presets…');
			await stage.person.pick(/Choose a preset to start from/).back();
			assert.deepEqual(await fields().checked(), ['error', 'city']);
			await fields().check('city');
			await fields().escape();
			await hub().escape();
			assert.equal(await wizard, undefined);
			assert.deepEqual(stage.services.plans.draft(account, '100')?.fields, ['city']);
		});

		it('lists fields from the settings together with the built-in fields', async () => {
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

		it('opens the field list instead of exporting if no field is selected', async () => {
			const wizard = start();
			await hub().choose(/Fields/);
			await fields().check();
			await fields().enter();
			const [run] = await hub().rows();
			assert.match(run?.detail ?? '', /No fields are selected/);
			await hub().enter();
			await fields().escape();
			await hub().escape();
			assert.equal(await wizard, undefined);
		});
	});

	describe('filters in the export wizard', () => {
		it('offers the values of an enumeration field for selection', async () => {
			const wizard = start();
			await hub().choose(/Filters/);
			await stage.person.pick(/Choose a field to filter by/).choose('os_name');
			assert.deepEqual(await stage.person.pick(/Choose a value for os_name/).labels(), ['ios', 'android', 'windows']);
			await stage.person.pick(/Choose a value for os_name/).choose('ios');
			await stage.person.pick(/match all filters/).choose(/Done/);
			assert.equal(await description(/Filters/), 'os_name = ios');
			assert.deepEqual((await finish(wizard)).filters, [{ field: 'os_name', value: 'ios' }]);
		});

		it('returns from the filter list to the main menu, even after the first filter', async () => {
			const wizard = start();
			await hub().choose(/Filters/);
			await stage.person.pick(/Choose a field to filter by/).choose('os_name');
			await stage.person.pick(/Choose a value for os_name/).choose('ios');
			await stage.person.pick(/match all filters/).back();
			assert.equal(await description(/Filters/), 'os_name = ios');
			await hub().escape();
			await wizard;
		});

		it('accepts a filter value entered by the user and rejects a value with the wrong data type', async () => {
			const wizard = start();
			await hub().choose(/Filters/);
			await stage.person.pick(/Choose a field to filter by/).choose('mcc');
			const value = stage.person.pick(/Enter a value for mcc/);
			await value.type('abc');
			assert.match((await value.active()).detail ?? '', /The value for mcc must be a whole number/);
			await value.type('242');
			await value.choose('242');
			await stage.person.pick(/match all filters/).choose(/Done/);
			assert.deepEqual((await finish(wizard)).filters, [{ field: 'mcc', value: '242' }]);
		});

		it('allows one filter value per field, which can be changed and removed', async () => {
			const plan = { ...firstPlan({ id: '100', name: 'App 0' }), filters: [{ field: 'os_name', value: 'ios' }] };
			const wizard = start(plan);
			await hub().choose(/Filters/);
			await stage.person.pick(/match all filters/).choose('os_name = ios');
			await stage.person.pick(/Choose a value for os_name/).choose('android');
			const list = stage.person.pick(/match all filters/);
			assert.ok((await list.labels()).includes('os_name = android'));
			await list.pressOn('os_name = android', 'Remove');
			assert.equal(await description(/Filters/), 'none');
			assert.deepEqual((await finish(wizard)).filters, []);
		});

		it('does not offer a filter by application ID, which is sent with every request', async () => {
			const wizard = start();
			await hub().choose(/Filters/);
			const labels = await stage.person.pick(/Choose a field to filter by/).labels();
			assert.equal(labels.length, 29);
			assert.ok(!labels.includes('application_id'));
			await stage.person.pick(/Choose a field to filter by/).back();
			await hub().escape();
			await wizard;
		});
	});

	describe('options in the export wizard', () => {
		it('toggles options in place and saves them', async () => {
			const wizard = start();
			await hub().choose(/Options/);
			const options = stage.person.pick(/Select an option to change it/);
			await options.choose(/Byte order mark \(BOM\)/);
			await options.choose(/Allow partial results/);
			await options.choose(/Limit/);
			const limit = stage.person.input(/Maximum number of records/);
			await limit.type('0');
			assert.equal(
				await limit.words(),
				'The limit must be a whole number greater than zero. Leave it empty for no limit.',
			);
			await limit.answer('5000');
			await options.back();
			assert.equal(await description(/Options/), 'up to 5,000 records · byte order mark (BOM) · allow partial results');
			const plan = await finish(wizard);
			assert.deepEqual([plan.limit, plan.byteOrderMark, plan.skipUnavailableShards], [5000, true, true]);
		});

		it('keeps the changed option active, so that pressing Enter changes it again', async () => {
			const wizard = start();
			await hub().choose(/Options/);
			const options = stage.person.pick(/Select an option to change it/);
			await options.choose(/Byte order mark \(BOM\)/);
			assert.equal((await options.active()).label, 'Byte order mark (BOM)');
			await options.enter();
			await options.choose(/Split into chunks/);
			await stage.person.pick(/Choose how to split the export into requests/).choose('By day');
			assert.equal((await options.active()).label, 'Split into chunks');
			await options.back();
			assert.equal(await description(/Options/), 'no limit · By day');
			await hub().escape();
			await wizard;
		});

		it('turns splitting an export into chunks on and off', async () => {
			const wizard = start();
			await hub().choose(/Options/);
			const options = stage.person.pick(/Select an option to change it/);
			await options.choose(/Split into chunks/);
			await stage.person.pick(/Choose how to split the export into requests/).choose('By day');
			await options.back();
			assert.equal(await description(/Options/), 'no limit · By day');
			await hub().choose(/Options/);
			await options.choose(/Split into chunks/);
			await stage.person.pick(/Choose how to split the export into requests/).choose('Off');
			await options.back();
			assert.equal(await description(/Options/), 'no limit');
			await hub().choose(/Options/);
			await options.choose(/Split into chunks/);
			await stage.person.pick(/Choose how to split the export into requests/).choose('By hour');
			await options.back();
			assert.equal((await finish(wizard)).chunking, 'hour');
		});

		it('describes the effect of each export option', async () => {
			const wizard = start();
			await hub().choose(/Options/);
			const rows = await stage.person.pick(/Select an option to change it/).rows();
			assert.ok(rows.every((row) => (row.detail ?? '').length > 20));
			await stage.person.pick(/Select an option to change it/).escape();
			await hub().escape();
			await wizard;
		});
	});

	describe('request in the export wizard', () => {
		it('shows the export request and copies it as a curl command without the token', async () => {
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
			await hub().choose(/Show Request/);
			const request = stage.person.pick(/Select a row to copy it/);
			const words = (await request.rows()).find(({ label }) => label === 'Export of errors from App 0 as CSV');
			assert.equal(
				words?.detail,
				'from 2026-01-31 00:00:00 to 2026-02-01 23:59:59, UTC · Device time (when the error happened)',
			);
			await request.choose(/date_since/);
			assert.equal(stage.person.clipboard, '2026-01-31 00:00:00');
			assert.equal((await request.active()).label, 'date_since', 'the row that was copied stays in front');
			await request.choose(/Copy curl Command/);
			assert.match(stage.person.clipboard, /^printf .* \| curl --header @- /);
			assert.match(stage.person.clipboard, /date_since=2026-01-31%2000:00:00&/);
			assert.match(stage.person.clipboard, /\$APP_ERRORS_TOKEN/);
			assert.ok(!stage.person.clipboard.includes(stage.service.token));
			await request.back();
			await hub().escape();
			await wizard;
		});
	});

	it('restores the chosen options after the wizard is closed and reopened', async () => {
		const wizard = vscode.commands.executeCommand('appErrors.exportErrors');
		await stage.person.pick(/Choose an application/).choose('App 0');
		await hub().choose(/Output/);
		await stage.person.pick(/Choose an output format/).choose('JSON file');
		await hub().choose(/Time basis/);
		await stage.person.pick(/Choose which time the date range refers to/).escape();
		await hub().escape();
		await wizard;
		const again = vscode.commands.executeCommand('appErrors.exportErrors');
		assert.equal(await description(/Output/), 'JSON file');
		await hub().escape();
		await again;
	});

	describe('prompt about counting devices in exports', () => {
		const choice = () => stage.person.pick(/Count Devices/);
		const exportErrors = async (application: string) => {
			const done = vscode.commands.executeCommand('appErrors.exportErrors');
			await stage.person.pick(/Choose an application/).choose(application);
			return { done };
		};

		beforeEach(() => stage.services.deviceOffers.choose(undefined));

		it('asks before the first export whether to count devices, and explains the effects of losing the hash key', async () => {
			const { done } = await exportErrors('App 0');
			const [count, leave] = await choice().rows();
			assert.equal(count?.label, 'Count devices (IDs are hashed on this computer)');
			assert.match(count?.detail ?? '', /If the key is lost, later exports count known devices as new\./);
			assert.equal(leave?.label, "Don't count devices");
			await choice().choose(/Count devices/);
			assert.equal(await description(/Fields/), '13 of 31 · no personal data');
			await hub().escape();
			await done;
			assert.equal(stage.services.deviceOffers.choice, true);
		});

		it('applies the choice about counting devices to all applications without another prompt', async () => {
			await stage.services.deviceOffers.choose(true);
			const { done } = await exportErrors('App 1');
			const other = stage.person.pick(/Export Errors: App 1/);
			const fields = (await other.rows()).find(({ label }) => label === 'Fields');
			assert.equal(fields?.description, '13 of 31 · no personal data');
			await other.escape();
			await done;
		});

		it('neither starts an export nor stores a choice if the prompt about counting devices is canceled', async () => {
			const { done } = await exportErrors('App 0');
			await choice().escape();
			await done;
			assert.equal(stage.services.deviceOffers.choice, undefined);
		});
	});

	it('shows names and values as plain text in the wizard', async () => {
		const plan = {
			...firstPlan({ id: '100', name: 'App 0' }),
			filters: [{ field: 'city', value: '$(alert) [x](command:y)' }],
		};
		const wizard = start(plan);
		assert.equal(await description(/Filters/), 'city = \\$(alert) [x](command:y)');
		await hub().escape();
		await wizard;
	});

	it('requires an account to export and offers to sign in', async () => {
		await forgetEverything(stage.services);
		await vscode.commands.executeCommand('appErrors.exportErrors');
		assert.deepEqual((await stage.person.message(/You are signed out/).read()).buttons, ['Sign In']);
	});
});
