import { versionKey } from '../../core/records/query/values/versionKey';
import { UsageError } from '../options/usageError';
import type { OpenFile } from './openFile';

/** Maximum number of distinct versions to load from a file. */
const maxVersions = 10_000;

/** @throws UsageError if the file has no records of one of the versions */
export async function checkVersions(versions: readonly string[], option: string, file: OpenFile): Promise<void> {
	const { versionColumn: column } = file.info;
	if (column === undefined) {
		throw new UsageError(`--${option}: ${file.path} has no column with versions`);
	}
	const params = { view: { filters: [], sort: [] }, column, limit: maxVersions };
	const { values } = await file.query('topValues', params);
	const known = new Set(values.map(({ value }) => versionKey(value)));
	const missing = versions.find((version) => !known.has(versionKey(version)));
	if (missing !== undefined && values.length < maxVersions) {
		const frequent = values
			.slice(0, 5)
			.map(({ value }) => value)
			.filter((value) => value !== '');
		throw new UsageError(
			`--${option}: no records of version "${missing}" in ${file.path}. The most frequent versions are ${frequent.join(', ')}.`,
		);
	}
}
