import android from '../errors/android.txt';
import flutter from '../errors/flutter.txt';
import ios from '../errors/ios.txt';
import { type ErrorKinds, readKinds } from '../errors/kinds';
import reactNative from '../errors/reactNative.txt';
import type { Version } from '../errors/template';
import unity from '../errors/unity.txt';
import windows from '../errors/windows.txt';
import type { OsName } from '../world/models';
import type { Spike } from '../world/timeline';

export interface RecordRecipe {
	readonly share: number;
	readonly systems: readonly [readonly [OsName, number], ...(readonly [OsName, number])[]];
	readonly versions: readonly [Version, ...Version[]];
	readonly kinds: ErrorKinds;
	readonly spike: Spike;
}

export interface SampleApplication {
	readonly id: number;
	readonly name: string;
	readonly packageName: string;
	readonly zone: string;
	readonly createDate: string;
	/** Records of the application. `forbidden` means that its exports are rejected with HTTP status 403. */
	readonly records: RecordRecipe | 'none' | 'forbidden';
}

export const sampleApplications: readonly SampleApplication[] = [
	{
		id: 101,
		name: 'Shop for Android',
		packageName: 'com.example.shop',
		zone: 'Europe/Berlin',
		createDate: '2023-03-14',
		records: {
			share: 1,
			systems: [['android', 1]],
			versions: releases(['2.1.0', 400], ['2.2.0', 150], ['2.3.0', 74], ['2.3.1', 61], ['2.4.0', 33], ['2.4.1', 12]),
			kinds: readKinds(android),
			spike: { dayOfCycle: 16, extra: 3 },
		},
	},
	{
		id: 102,
		name: 'Shop for iOS',
		packageName: 'com.example.Shop',
		zone: 'America/New_York',
		createDate: '2023-03-14',
		records: {
			share: 1,
			systems: [['ios', 1]],
			versions: releases(['2.2.0', 300], ['2.3.0', 70], ['2.4.0', 30], ['2.4.1', 10]),
			kinds: readKinds(ios),
			spike: { dayOfCycle: 9, extra: 2 },
		},
	},
	{
		id: 103,
		name: 'Notes',
		packageName: 'com.example.notes',
		zone: 'Asia/Kolkata',
		createDate: '2024-01-30',
		records: {
			share: 0.5,
			systems: [
				['android', 3],
				['ios', 2],
			],
			versions: releases(['1.6.2', 200], ['1.7.0', 55], ['1.7.1', 48], ['1.8.0', 15]),
			kinds: readKinds(flutter),
			spike: { dayOfCycle: 22, extra: 2 },
		},
	},
	{
		id: 104,
		name: 'Timetable',
		packageName: 'com.example.timetable',
		zone: 'UTC',
		createDate: '2022-09-01',
		records: {
			share: 0.4,
			systems: [
				['android', 1],
				['ios', 1],
			],
			versions: releases(['5.0.3', 120], ['5.1.0', 60], ['5.2.0', 21]),
			kinds: readKinds(reactNative),
			spike: { dayOfCycle: 3, extra: 4 },
		},
	},
	{
		id: 105,
		name: 'Blocks',
		packageName: 'com.example.blocks',
		zone: 'Asia/Tokyo',
		createDate: '2025-05-05',
		records: {
			share: 0.3,
			systems: [
				['android', 4],
				['ios', 1],
			],
			versions: releases(['0.8.0', 160], ['0.9.0', 40], ['1.0.0', 8]),
			kinds: readKinds(unity),
			spike: { dayOfCycle: 12, extra: 2 },
		},
	},
	{
		id: 106,
		name: 'Budget for Windows',
		packageName: 'Example.Budget',
		zone: 'Europe/London',
		createDate: '2021-11-19',
		records: {
			share: 0.25,
			systems: [['windows', 1]],
			versions: releases(['3.0.0', 220], ['3.0.1', 90], ['3.1.0', 26]),
			kinds: readKinds(windows),
			spike: { dayOfCycle: 1, extra: 3 },
		},
	},
	{
		id: 107,
		name: 'Prototype',
		packageName: 'com.example.prototype',
		zone: 'UTC',
		createDate: '2025-10-02',
		records: 'none',
	},
	{
		id: 108,
		name: 'Other Company’s App',
		packageName: 'com.example.other',
		zone: 'UTC',
		createDate: '2020-02-29',
		records: 'forbidden',
	},
];

/** Derives the build number from the version: version 2.4.1 has the build number 2410. */
function releases(
	...list: readonly [readonly [string, number], ...(readonly [string, number])[]]
): readonly [Version, ...Version[]] {
	const [first, ...others] = list;
	return [release(first), ...others.map(release)];
}

function release([name, daysBefore]: readonly [string, number]): Version {
	return { name, build: `${name.replaceAll('.', '')}0`, daysBefore };
}
