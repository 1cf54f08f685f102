import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isObject, parseJson } from '../../core/common/parseJson';
import { makeFolders, nodeFiles, writeWhole } from '../../core/files/durableFile';
import { UsageError } from '../options/usageError';

/** State that a digest saves for the next digest of the same file. */
export interface LastDigest {
	/** End of the period that the digest covered, in Unix seconds. */
	readonly until: number;
	/** Fingerprints of groups whose fixes were already reported as confirmed. */
	readonly fixed: readonly string[];
	/** New and increased errors that were already reported, by fingerprint. */
	readonly rises: Readonly<Record<string, ReportedRise>>;
}

export interface ReportedRise {
	/** End of the period in which the increase was reported, in Unix seconds. */
	readonly until: number;
	/** Number of affected devices per day, or number of records if devices aren't counted. */
	readonly perDay: number;
}

/** States of earlier digests, by the path of the records file. A missing or damaged state file is treated as empty. */
export class DigestState {
	private constructor(
		private readonly path: string,
		private readonly digests: Map<string, LastDigest>,
	) {}

	static async read(path: string): Promise<DigestState> {
		const text = await readFile(path, 'utf8').catch(() => '{}');
		const digests = parseJson(text);
		return new DigestState(path, new Map(Object.entries(isObject(digests) ? digests : {}).flatMap(decode)));
	}

	last(file: string): LastDigest | undefined {
		return this.digests.get(file);
	}

	set(file: string, digest: LastDigest): void {
		this.digests.set(file, digest);
	}

	async save(): Promise<void> {
		const text = `${JSON.stringify(Object.fromEntries([...this.digests].toSorted()), null, '\t')}\n`;
		try {
			await makeFolders(dirname(this.path), nodeFiles);
			await writeWhole(this.path, text, nodeFiles);
		} catch {
			throw new UsageError(`Can't write ${this.path}.`);
		}
	}
}

function decode([file, value]: [string, unknown]): [string, LastDigest][] {
	if (!isObject(value)) {
		return [];
	}
	const { until, fixed, rises } = value;
	if (!isFiniteNumber(until) || !Array.isArray(fixed) || !isObject(rises)) {
		return [];
	}
	const reported = Object.entries(rises).flatMap(([fingerprint, rise]) =>
		isObject(rise) && isFiniteNumber(rise['until']) && isFiniteNumber(rise['perDay'])
			? [[fingerprint, { until: rise['until'], perDay: rise['perDay'] }] as const]
			: [],
	);
	return [
		[file, { until, fixed: fixed.filter((one) => typeof one === 'string'), rises: Object.fromEntries(reported) }],
	];
}

function isFiniteNumber(value: unknown): value is number {
	return typeof value === 'number' && Number.isFinite(value);
}
