import assert from 'node:assert/strict';
import { serviceFields } from '../../../../src/core/plan/fields';
import { type SampleApplication, sampleApplications } from '../../../../src/sample/applications/sampleApplications';
import { type RecordQuestion, type SampleRecord, SampleRecords } from '../../../../src/sample/records/source';
import { allFields } from '../support/client';
import { now } from '../support/services';

const end = now / 1000;
const days = 90;

function sourceOf(application: SampleApplication, count: number, more: { seed?: number; now?: () => number } = {}) {
	const recipe = application.records;
	assert.ok(typeof recipe !== 'string');
	const { seed = 7, now = () => end } = more;
	return new SampleRecords({ application, recipe, seed, count, days }, now);
}

function application(id: number): SampleApplication {
	const found = sampleApplications.find((known) => known.id === id);
	assert.ok(found);
	return found;
}

function question(more: Partial<RecordQuestion> = {}): RecordQuestion {
	return {
		application: { id: '101' },
		since: '2026-01-01 00:00:00',
		until: '2026-12-31 23:59:59',
		dateDimension: 'default',
		fields: allFields,
		filters: [],
		...more,
	};
}

function records(source: SampleRecords, asked: RecordQuestion): SampleRecord[] {
	return [...source.batches(asked, { order: { kind: 'time' }, withoutShard: false })].flat();
}

const withRecords = sampleApplications.filter(({ records }) => typeof records !== 'string');

describe('sample records', () => {
	it('generates sample records with exactly one column for each documented field', () => {
		const [record] = records(sourceOf(application(101), 5), question());
		assert.equal(record?.length, serviceFields.length);
		assert.throws(() => records(sourceOf(application(101), 5), question({ fields: ['error_group'] })), RangeError);
	});

	it('generates identical sample records for the same seed and different records for another seed', () => {
		const first = records(sourceOf(application(103), 300), question());
		assert.deepEqual(records(sourceOf(application(103), 300), question()), first);
		assert.notDeepEqual(records(sourceOf(application(103), 300, { seed: 8 }), question()), first);
	});

	it('generates the same sample records after a restart later in the month', () => {
		const before = records(sourceOf(application(101), 2000), question());
		const after = records(sourceOf(application(101), 2000, { now: () => end + 3 * 86_400 }), question());
		const id = allFields.indexOf('error_id');
		const later = new Map(after.map((record) => [record[id], record]));
		const common = before.filter((record) => later.has(record[id]));
		assert.ok(common.length > 1800, `${common.length}`);
		for (const record of common) {
			assert.deepEqual(later.get(record[id]), record);
		}
	});

	it('generates more sample records every hour while the sample service runs', () => {
		let moment = end;
		const source = sourceOf(application(101), 20_000, { now: () => moment });
		const asked = question({ fields: ['error_id'], since: '2026-11-19 00:00:00' });
		const before = records(source, asked).flat();
		moment = end + 3599;
		assert.deepEqual(records(source, asked).flat(), before);
		moment = end + 2 * 3600;
		const after = new Set(records(source, asked).flat());
		assert.ok(after.size > before.length);
		assert.ok(before.every((id) => after.has(id)));
	});

	it('generates the same sample records regardless of the requested fields', () => {
		const whole = records(sourceOf(application(102), 100), question());
		for (const [index, field] of allFields.entries()) {
			const alone = records(sourceOf(application(102), 100), question({ fields: [field] }));
			assert.deepEqual(
				alone.map(([value]) => value),
				whole.map((record) => record[index]),
				field,
			);
		}
	});

	it('sorts sample records by time and generates none in the future', () => {
		const times = records(sourceOf(application(101), 3000), question({ fields: ['error_timestamp'] })).map(Number);
		assert.deepEqual(
			times,
			times.toSorted((a, b) => a - b),
		);
		assert.ok((times.at(-1) ?? Number.POSITIVE_INFINITY) < end);
		assert.ok(Math.abs(end - (times[0] ?? 0) - days * 86_400) < 7 * 86_400, 'begin about 90 days before');
	});

	for (const dateDimension of ['default', 'receive'] as const) {
		it(`finds the same sample records in a date range as a full scan (time basis: ${dateDimension})`, () => {
			// New York sets its clocks back on November 1, 2026, so a local time occurs twice.
			const source = sourceOf(application(102), 4000);
			const name = dateDimension === 'default' ? 'error_datetime' : 'error_receive_datetime';
			const moment = allFields.indexOf(name);
			const all = records(source, question());
			for (const [since, until] of [
				['2026-10-03 10:00:00', '2026-10-03 10:59:59'],
				['2026-10-31 20:00:00', '2026-11-01 01:29:59'],
				['2026-11-01 01:30:00', '2026-11-01 12:00:00'],
				['2026-11-20 00:00:00', '2026-11-21 00:00:00'],
				['2026-05-01 00:00:00', '2026-08-25 00:00:00'],
				['2026-11-30 00:00:00', '2026-12-25 00:00:00'],
				[all[1000]?.[moment] ?? '', all[1000]?.[moment] ?? ''],
			] as const) {
				const found = records(source, question({ since, until, dateDimension }));
				const expected = all.filter((record) => {
					const at = record[moment] ?? '';
					return since <= at && at <= until;
				});
				assert.deepEqual(found, expected, `${since} to ${until}`);
			}
		});
	}

	it('returns every sample record exactly once across adjacent ranges', () => {
		const source = sourceOf(application(102), 3000);
		const parts = [
			['2026-01-01 00:00:00', '2026-09-30 23:59:59'],
			['2026-10-01 00:00:00', '2026-11-01 01:29:59'],
			['2026-11-01 01:30:00', '2026-12-31 23:59:59'],
		] as const;
		const ids = parts.flatMap(([since, until]) => records(source, question({ since, until, fields: ['error_id'] })));
		const all = records(source, question({ fields: ['error_id'] }));
		assert.equal(ids.length, all.length);
		assert.deepEqual(new Set(ids.flat()), new Set(all.flat()));
	});

	it('generates receive times minutes to days after the event, but never in the future', () => {
		const fields = ['error_timestamp', 'error_receive_timestamp'];
		const times = records(sourceOf(application(101), 3000), question({ fields })).map((record) => record.map(Number));
		const delays = times.map(([happened = 0, received = 0]) => received - happened);
		assert.ok(Math.min(...delays) >= 60);
		assert.ok(Math.max(...delays) > 2 * 86_400);
		assert.ok(delays.filter((delay) => delay <= 600).length > delays.length / 2);
		assert.ok(times.every(([, received = 0]) => received < end));
		assert.ok(times.length < 3000, 'a few are still on their way');
	});

	it('generates local dates and Unix times that match', () => {
		for (const known of withRecords) {
			const fields = ['error_datetime', 'error_timestamp', 'error_receive_datetime', 'error_receive_timestamp'];
			const format = new Intl.DateTimeFormat('sv-SE', {
				timeZone: known.zone,
				dateStyle: 'short',
				timeStyle: 'medium',
			});
			for (const record of records(sourceOf(known, 200), question({ fields }))) {
				assert.equal(record[0], format.format(Number(record[1]) * 1000), known.name);
				assert.equal(record[2], format.format(Number(record[3]) * 1000), known.name);
			}
		}
	});

	it('shuffles sample records by a seed without adding or losing any', () => {
		const source = sourceOf(application(101), 1000);
		const asked = question({ fields: ['error_id'] });
		const inTime = records(source, asked).flat();
		const shuffled = [1, 2].map((number) =>
			[...source.batches(asked, { order: { kind: 'shuffled', number }, withoutShard: false })].flat(2),
		);
		for (const order of shuffled) {
			assert.notDeepEqual(order, inTime);
			assert.deepEqual(order.toSorted(), inTime.toSorted());
		}
		assert.notDeepEqual(shuffled[0], shuffled[1]);
	});

	it('generates unique 19-digit record IDs, and device IDs that exceed signed 64-bit integers', () => {
		const found = records(
			sourceOf(application(101), 20_000),
			question({ fields: ['error_id', 'analytics_device_id'] }),
		);
		assert.equal(new Set(found.map(([id]) => id)).size, found.length);
		assert.ok(found.every(([id = '']) => /^[1-9]\d{18}$/.test(id)));
		const devices = [...new Set(found.map(([, device = '']) => device))].map(BigInt);
		assert.ok(devices.length > 1000 && devices.length < found.length);
		assert.ok(devices.some((device) => device > 2n ** 63n) && devices.some((device) => device < 2n ** 63n));
		assert.ok(devices.every((device) => device < 2n ** 64n));
	});

	it('leaves sample fields empty if they do not apply to the operating system', () => {
		const fields = [
			'os_name',
			'google_aid',
			'ios_ifa',
			'ios_ifv',
			'windows_aid',
			'operator_name',
			'mcc',
			'mnc',
			'city',
		];
		const found = withRecords.flatMap((known) => records(sourceOf(known, 300), question({ fields })));
		for (const [os, google, ifa, ifv, windows, operator, mcc, mnc] of found) {
			assert.equal(google !== '', os === 'android');
			assert.equal(ifa !== '', os === 'ios');
			assert.equal(ifv !== '', os === 'ios');
			assert.equal(windows !== '', os === 'windows');
			assert.equal(mcc === '', operator === '');
			assert.equal(mnc === '', operator === '');
		}
		assert.ok(found.some((record) => record.at(-1) === '') && found.some((record) => record.at(-1) !== ''));
	});

	it('generates only values of the declared types and enumerations', () => {
		const found = withRecords.flatMap((known) => records(sourceOf(known, 200), question()));
		for (const [index, field] of serviceFields.entries()) {
			const values = new Set(found.map((record) => record[index] ?? ''));
			assert.ok(values.size > 1 || field.name === 'application_id', field.name);
			for (const value of values) {
				assert.ok(field.type === 'string' || /^\d*$/.test(value), `${field.name}: ${value}`);
				assert.ok(!('values' in field) || field.values.some((known) => known === value), `${field.name}: ${value}`);
			}
		}
	});

	it('generates groups that are new in a version, gone after a version, or frequent on one day', () => {
		const fields = ['error_name', 'app_version_name', 'error_datetime'];
		const found = records(sourceOf(application(101), 20_000), question({ fields }));
		const getVersions = (name: string) =>
			new Set(found.filter(([known]) => known === name).map(([, version]) => version));
		assert.deepEqual(getVersions('ClassCastException'), new Set(['2.4.0', '2.4.1']));
		assert.deepEqual(getVersions('SQLiteException'), new Set(['2.3.0']));
		assert.ok(getVersions('NullPointerException').size >= 4);

		const byDay = new Map<string, number>();
		for (const [name, , moment = ''] of found) {
			const day = moment.slice(0, 10);
			byDay.set(day, (byDay.get(day) ?? 0) + (name === 'SSLHandshakeException' ? 1 : 0));
		}
		const counts = [...byDay.values()].toSorted((a, b) => a - b);
		assert.ok((counts.at(-1) ?? 0) > 20 * (counts[Math.floor(counts.length / 2)] ?? 0), counts.join());
	});

	it('generates values that break naive CSV and JSON parsers', () => {
		const fields = ['error', 'error_json', 'error_name', 'device_model', 'city', 'profile_id'];
		const found = records(sourceOf(application(101), 20_000), question({ fields }));
		const cells = found.flat();
		const patterns = [
			/<script>/,
			/^=|^@|^\+/,
			/\r\n/,
			/[^\r]\n/,
			/\r[^\n]/,
			/"/,
			/\u202e/,
			/\p{Emoji_Presentation}/u,
			/\p{sc=Han}/u,
		];
		for (const pattern of patterns) {
			assert.ok(
				cells.some((cell) => pattern.test(cell)),
				`${pattern}`,
			);
		}
		const lengths = found.map(([error = '']) => error.length);
		assert.ok(Math.max(...lengths) > 65_536, 'one stack is longer than 64 KiB');

		const parameters = new Set(found.map(([, json = '']) => json));
		const kinds = new Set([...parameters].map(kindOfJson));
		assert.deepEqual(kinds, new Set(['empty', 'invalid', 'null', 'object', 'nested', 'array', 'string']));
		assert.ok(parameters.has('{}'));
		assert.ok(
			[...parameters].some((json) => json.length > 131_072),
			'one is longer than 128 KiB',
		);
	});
});

function kindOfJson(text: string): string {
	if (text === '') {
		return 'empty';
	}
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		return 'invalid';
	}
	if (value === null) {
		return 'null';
	}
	if (Array.isArray(value)) {
		return 'array';
	}
	if (typeof value !== 'object') {
		return typeof value;
	}
	return Object.values(value).some((member) => typeof member === 'object') ? 'nested' : 'object';
}
