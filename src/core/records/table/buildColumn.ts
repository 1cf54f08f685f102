import type { Column } from '../../../shared/results';

/** How columns with the number of the build are called, apart from letter case and what joins the words. */
const names: readonly string[] = [
	'appbuildnumber',
	'buildnumber',
	'appbuild',
	'appversioncode',
	'versioncode',
	'bundleversion',
	'build',
];

/** The service has no such field: a person may have declared one, and files of others have them. */
export function buildColumnOf(columns: readonly Pick<Column, 'name'>[]): number | undefined {
	const found = columns.map(({ name }) => name.replace(/[_\s.-]/g, '').toLowerCase());
	const place = names.map((name) => found.indexOf(name)).find((index) => index !== -1);
	return place;
}

/** Undefined for what is no number of a build, such as the name of its kind. */
export function buildOf(value: string | undefined): string | undefined {
	const build = value?.trim() ?? '';
	return /^\d[\d.]{0,39}$/.test(build) ? build : undefined;
}
