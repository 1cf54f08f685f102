import { Weighted } from './random';

export const osNames = ['android', 'ios', 'windows'] as const;
export type OsName = (typeof osNames)[number];

export interface Model {
	readonly manufacturer: string;
	readonly name: string;
	readonly type: 'phone' | 'tablet' | 'unknown';
	readonly weight: number;
	/** Hardware identifier in crash reports. Undefined if it is the same as the name. */
	readonly hardware?: string;
	readonly osVersions: readonly [string, ...string[]];
}

export const appleBuilds: ReadonlyMap<string, string> = new Map([
	['16.7.12', '20H364'],
	['17.6.1', '21G93'],
	['18.5', '22F76'],
	['18.6.2', '22G100'],
	['26.0.1', '23A355'],
	['26.1', '23B85'],
]);

const android: readonly [Model, ...Model[]] = [
	{ manufacturer: 'Google', name: 'Pixel 8', type: 'phone', weight: 9, osVersions: ['14', '15', '16', '16'] },
	{ manufacturer: 'Google', name: 'Pixel 6a', type: 'phone', weight: 6, osVersions: ['13', '14', '15', '16'] },
	{ manufacturer: 'Google', name: 'Pixel Tablet', type: 'tablet', weight: 2, osVersions: ['14', '15', '16'] },
	{ manufacturer: 'Samsung', name: 'Galaxy S23', type: 'phone', weight: 12, osVersions: ['13', '14', '15'] },
	{ manufacturer: 'Samsung', name: 'Galaxy A54 5G', type: 'phone', weight: 14, osVersions: ['13', '14', '14', '15'] },
	{ manufacturer: 'Samsung', name: 'Galaxy Tab S8+', type: 'tablet', weight: 3, osVersions: ['12', '13', '14'] },
	{ manufacturer: 'Xiaomi', name: 'Redmi, "Note" 13', type: 'phone', weight: 11, osVersions: ['13', '14', '14', '15'] },
	{ manufacturer: 'Xiaomi', name: 'Redmi 9A', type: 'phone', weight: 7, osVersions: ['10', '11'] },
	{ manufacturer: 'Motorola', name: 'moto g(60)', type: 'phone', weight: 6, osVersions: ['11', '12'] },
	{ manufacturer: 'OnePlus', name: 'Nord CE 3 Lite', type: 'phone', weight: 4, osVersions: ['13', '14', '15'] },
	{ manufacturer: 'Unknown', name: 'MID-10', type: 'unknown', weight: 1, osVersions: ['8.1.0', '9'] },
];

const ios: readonly [Model, ...Model[]] = [
	apple('iPhone 15', 'iPhone15,4', 'phone', 14, ['17.6.1', '18.5', '18.6.2', '26.0.1', '26.1']),
	apple('iPhone 14 Pro', 'iPhone15,2', 'phone', 12, ['17.6.1', '18.6.2', '26.1']),
	apple('iPhone 13', 'iPhone14,5', 'phone', 13, ['17.6.1', '18.5', '18.6.2', '26.1']),
	apple('iPhone SE (2nd generation)', 'iPhone12,8', 'phone', 7, ['17.6.1', '18.5', '26.0.1']),
	apple('iPhone X', 'iPhone10,6', 'phone', 4, ['16.7.12']),
	apple('iPhone 16 Pro', 'iPhone17,1', 'phone', 11, ['18.5', '18.6.2', '26.0.1', '26.1']),
	apple('iPad Air (5th generation)', 'iPad13,16', 'tablet', 5, ['17.6.1', '18.6.2', '26.1']),
	apple('iPad mini 6', 'iPad14,1', 'tablet', 3, ['18.5', '26.0.1']),
];

const windows: readonly [Model, ...Model[]] = [
	{
		manufacturer: 'Microsoft',
		name: 'Surface Pro 9',
		type: 'tablet',
		weight: 5,
		osVersions: ['10.0.22631', '10.0.26100'],
	},
	{ manufacturer: 'Microsoft', name: 'Surface Laptop 5', type: 'unknown', weight: 4, osVersions: ['10.0.26100'] },
	{
		manufacturer: 'To be filled by O.E.M.',
		name: 'To be filled by O.E.M.',
		type: 'unknown',
		weight: 8,
		osVersions: ['10.0.19045', '10.0.22631'],
	},
	{ manufacturer: 'Virtual', name: 'Virtual Machine', type: 'unknown', weight: 2, osVersions: ['10.0.20348'] },
];

export const modelChoice: Readonly<Record<OsName, Weighted<Model>>> = {
	android: new Weighted(android, (model) => model.weight),
	ios: new Weighted(ios, (model) => model.weight),
	windows: new Weighted(windows, (model) => model.weight),
};

function apple(
	name: string,
	hardware: string,
	type: Model['type'],
	weight: number,
	osVersions: Model['osVersions'],
): Model {
	return { manufacturer: 'Apple', name, hardware, type, weight, osVersions };
}
