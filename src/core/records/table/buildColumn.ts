import type { Column } from '../../../shared/results';

const names: readonly string[] = [
	'appbuildnumber',
	'buildnumber',
	'appbuild',
	'appversioncode',
	'versioncode',
	'bundleversion',
	'build',
];

/**
 * Returns the index of the column with build numbers. The service doesn't define such a column, but a custom field or a
 * file from another source may contain build numbers.
 */
export function getBuildColumn(columns: readonly Pick<Column, 'name'>[]): number | undefined {
	const found = columns.map(({ name }) => name.replace(/[_\s.-]/g, '').toLowerCase());
	const place = names.map((name) => found.indexOf(name)).find((index) => index !== -1);
	return place;
}

/** Returns the build number. Returns undefined if the value is something else, such as the name of a build type. */
export function getBuild(value: string | undefined): string | undefined {
	const build = value?.trim() ?? '';
	return /^\d[\d.]{0,39}$/.test(build) ? build : undefined;
}
