import assert from 'node:assert/strict';
import type { RecordsFacts } from '../../../../src/shared/comparison';
import type { ActiveRates } from '../../../../src/shared/triage';
import { useTemporaryFolder } from '../export/support/temporaryFolder';
import { activeDevicesOf, activeRatesOf, momentOf, recordsOf } from './support/fixHarness';

describe('rates among active devices', () => {
	const folder = useTemporaryFolder();

	const counts = (rates: ActiveRates | undefined) =>
		rates?.versions.map(({ version, affected, active }) => [version, affected, active]);
	const allDays = { from: 0, to: 29 };
	const old = { version: '3.1', ...allDays, devices: 40, affected: 4 };
	const active = activeDevicesOf([{ ...old, devices: 1000 }]);

	/** Each record is a version, a device and a time, such as `3.1 a 2026-10-05 09:00:00`. */
	const plain = (...records: readonly string[]) => {
		const rows = records.map((record) => {
			const [version, device, day, time] = record.split(' ');
			return `x,${version},${day} ${time},${device}`;
		});
		return ['error_name,app_version_name,error_datetime,hashed_device_id', ...rows, ''].join('\n');
	};

	it('counts a device once for each day and version with records', async () => {
		const records = plain(
			'3.1 a 2026-10-05 09:00:00',
			'3.1 a 2026-10-05 23:59:59',
			'3.1 b 2026-10-05 10:00:00',
			'3.1 a 2026-10-06 00:00:00',
			'3.2 a 2026-10-06 12:00:00',
		);
		const rates = await activeRatesOf(folder.path, records, {
			active: 'date,version,devices\n2026-10-05,3.1,10\n2026-10-06,3.1,20\n2026-10-06,3.2,5\n',
		});
		assert.deepEqual(counts(rates), [
			['3.2', 1, 5],
			['3.1', 3, 30],
		]);
		assert.deepEqual(rates?.total, { affected: 4, active: 35 });
		assert.deepEqual(rates?.span, { first: '2026-10-05', last: '2026-10-06' });
	});

	it('returns the share of all active devices that have records of the group', async () => {
		const asked = { active, onlyGroup: true };
		assert.deepEqual(counts(await activeRatesOf(folder.path, recordsOf([old]), asked)), [['3.1', 28 * 4, 28_000]]);
		assert.deepEqual(counts(await activeRatesOf(folder.path, recordsOf([old]), { active })), [
			['3.1', 28 * 40, 28_000],
		]);
	});

	it('ignores records on days and in versions that the file with active devices does not contain', async () => {
		const other = { ...old, version: '4.0' };
		const gap = [
			{ ...old, to: 3, devices: 1000 },
			{ ...old, from: 5, to: 7, devices: 1000 },
			{ ...other, from: 4, to: 5, devices: 50 },
		];
		const rates = await activeRatesOf(folder.path, recordsOf([old, other]), { active: activeDevicesOf(gap) });
		assert.deepEqual(counts(rates), [
			['4.0', 40, 50],
			['3.1', 5 * 40, 5_000],
		]);
	});

	it('returns no rates if no version has active devices on a day with records', async () => {
		for (const lines of ['2027-01-01,3.1,10', '2026-10-05,3.1,0', '2026-10-05,,10']) {
			const asked = { active: `date,version,devices\n${lines}\n` };
			assert.equal(await activeRatesOf(folder.path, recordsOf([old]), asked), undefined, lines);
		}
	});

	it('counts four whole weeks, so that errors on weekends have the same weight in each rate', async () => {
		const records = recordsOf([{ ...old, to: 50, devices: 10, affected: 10, weekdays: [5, 6] }]);
		const manyDays = activeDevicesOf([{ ...old, to: 50, devices: 100 }]);
		for (const last of [30, 33, 36]) {
			const facts = { covers: [{ since: momentOf(0), until: momentOf(last, 9) }] };
			const rates = await activeRatesOf(folder.path, records, { active: manyDays, facts, onlyGroup: true });
			assert.deepEqual(counts(rates), [['3.1', 8 * 10, 28 * 100]]);
		}
	});

	it('excludes the last day and days with incomplete or missing records from the rates', async () => {
		const spanOf = async (facts: Partial<RecordsFacts>, since?: string) => {
			const rates = await activeRatesOf(folder.path, recordsOf([old]), { active, facts, ...(since && { since }) });
			return rates && [rates.span.first, rates.span.last, rates.total.active / 1000];
		};
		assert.deepEqual(await spanOf({}), ['2026-10-05', '2026-11-01', 28]);
		assert.deepEqual(await spanOf({ covers: [{ since: momentOf(0, 12), until: momentOf(9, 9) }] }), [
			'2026-10-06',
			'2026-10-13',
			8,
		]);
		const parts = [
			{ since: momentOf(0), until: momentOf(2) - 1 },
			{ since: momentOf(3), until: momentOf(6) - 1 },
		];
		assert.deepEqual(await spanOf({ covers: parts }), ['2026-10-05', '2026-10-09', 4]);
		assert.deepEqual(await spanOf({ askedAt: momentOf(5, 9) }), ['2026-10-05', '2026-10-09', 5]);
		assert.deepEqual(await spanOf({ askedAt: momentOf(5, 9) }, '2026-10-08'), ['2026-10-08', '2026-10-09', 2]);
	});

	it('counts days in the time zone of the records', async () => {
		const records = plain('3.1 a 2026-10-05 21:59:59', '3.1 b 2026-10-05 22:00:00', '3.1 c 2026-10-06 23:00:00');
		const rates = await activeRatesOf(folder.path, records, {
			active: 'date,version,devices\n2026-10-06,3.1,10\n',
			facts: { timeZone: 'Europe/Berlin' },
		});
		assert.deepEqual(counts(rates), [['3.1', 1, 10]]);
	});

	it('returns at most three versions, newest first, and combines different spellings of a version', async () => {
		const versions = ['3.9', '3.10', 'v3.10', '3.8', '4.0-beta'];
		const records = plain(...versions.map((version) => `${version} ${version} 2026-10-05 09:00:00`));
		const rows = versions.map((version) => `2026-10-05,${version},7`);
		const rates = await activeRatesOf(folder.path, records, {
			active: ['date,version,devices', ...rows, ''].join('\n'),
		});
		assert.deepEqual(counts(rates), [
			['4.0-beta', 1, 7],
			['3.10', 2, 14],
			['3.9', 1, 7],
		]);
		assert.deepEqual(rates?.total, { affected: 5, active: 35 });
	});

	it('returns no rates for filtered or incomplete records, and for records without device IDs', async () => {
		const records = recordsOf([old]);
		for (const facts of [{ proof: 'cut' }, { filters: [{ field: 'os_name', value: 'ios' }] }] as const) {
			assert.equal(await activeRatesOf(folder.path, records, { active, facts }), undefined);
		}
		for (const [known, unknown] of [
			['hashed_device_id', 'other'],
			['app_version_name', 'other'],
			[/\d{4}-\d\d-\d\d [\d:]+/g, ''],
			[/\d+-\d+-\d$/gm, ''],
		] as const) {
			assert.equal(await activeRatesOf(folder.path, records.replace(known, unknown), { active }), undefined);
		}
	});
});
