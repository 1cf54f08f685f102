import * as assert from 'node:assert/strict';
import { buildText } from './support/tables';

function infoOf(name: string, values: readonly string[], format: 'csv' | 'json' = 'csv') {
	const text =
		format === 'csv'
			? `error,${name}\n${values.map((value) => `x,"${value}"\n`).join('')}`
			: JSON.stringify(values.map((value) => ({ error: 'x', [name]: value })));
	const { columns, deviceColumn } = buildText(format, text).index.info;
	return { spoiled: columns[1]?.spoiled, deviceColumn };
}

describe('values changed by a spreadsheet program', () => {
	for (const values of [
		['1,23457E+18', '9,87654E+17', '5,5E+18'],
		['1.23457E+18', '2E+18', '3.1E+17'],
		['1,23457E+018', '2E+018', '3,1E+017'],
		['1.2345678901234568e+18', '9.87654321e+17'],
		['1234567890123450000', '9876543210987650000', '5555555555555550000', '1111111111111110000', '123456789012345000'],
		['1234567890123456800', '9876543210987654100', '5555555555555555600', '1111111111111111200'],
	]) {
		it(`reports rounded device IDs such as ${values[0]} and doesn't count devices`, () => {
			for (const format of ['csv', 'json'] as const) {
				const expected = { spoiled: 'rounded', deviceColumn: undefined };
				assert.deepEqual(infoOf('analytics_device_id', values, format), expected);
				assert.equal(infoOf('user_number', values, format).spoiled, 'rounded');
			}
		});
	}

	for (const values of [
		['1234567890123456789', '9876543210987654321', '5555555555555555555', '1111111111111111100'],
		['1E12', '5e18', '7E99'],
		['1.5E-05', '2.5E+06', '1.25E+03'],
		['1234567890123450000'],
		['', '17', 'abc'],
		[],
	]) {
		it(`counts devices in a column with the values: ${values.join(', ')}`, () => {
			assert.deepEqual(infoOf('analytics_device_id', values), { spoiled: undefined, deviceColumn: 1 });
		});
	}

	it('counts devices by another column if the device IDs in the first column were rounded', () => {
		const { info } = buildText('csv', 'analytics_device_id,hashed_device_id\n"1,2E+18",a\n"1,3E+18",b\n').index;
		assert.equal(info.deviceColumn, 1);
	});

	it('detects rounded numbers in a column with many values', () => {
		const values = Array.from({ length: 100_000 }, (_, number) =>
			`${1_000_000_000_000_000 + number * 7}0000`.slice(0, 15),
		);
		const rounded = values.map((value, number) => `${value.slice(0, 10)}${String(number).padStart(5, '0')}0000`);
		assert.equal(infoOf('analytics_device_id', rounded).spoiled, 'rounded');
	});

	for (const date of [
		'03.фев',
		'3-Feb',
		'03. Feb',
		'3. Feb.',
		'Feb-03',
		'02.III',
		'2. X',
		'Mrz 24',
		'03-févr.',
		'3-abr-24',
		'03.úno',
		'3.sty',
		'03-paź',
		'3-Şub',
		'03-мар.',
		'3月2日',
		'2024年3月2日',
		'3월 2일',
		'3/2/2024',
		'03.02.2024',
		'2024-03-02',
		'2024-03-02 00:00:00',
	]) {
		it(`reports a version that was converted to the date ${date}`, () => {
			for (const name of ['app_version_name', 'os_version']) {
				assert.equal(infoOf(name, ['1.2.3', date, '4.5']).spoiled, 'dates');
			}
			assert.equal(infoOf('note', ['1.2.3', date, '4.5']).spoiled, undefined);
		});
	}

	it('accepts versions that are not dates, and version columns that contain only dates', () => {
		const versions = [
			'3.2',
			'14',
			'1-beta',
			'2.0-rc1',
			'3-dev',
			'3.alpha',
			'1.2.2024',
			'10-pro',
			'5.1-SNAPSHOT',
			'7-release',
		];
		assert.equal(infoOf('app_version_name', versions).spoiled, undefined);
		assert.equal(infoOf('app_version_name', ['2024-03-02', '2024-04-01']).spoiled, undefined);
	});
});
