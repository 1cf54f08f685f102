import type { DeobfuscatedRecords } from '../../../../shared/results';
import type { Scheduler } from '../../../common/scheduler';
import type { ProvenTraces, ShownTrace } from '../../../stack/mapping/provenTraces';

export interface ShownRecords {
	/**
	 * Returns a new deobfuscator. Each pass over the records needs a deobfuscator of its own, because deobfuscators cache
	 * mapping data.
	 */
	traces(): ProvenTraces;
	originOf(record: number): number;
	readonly bytes: number;
}

/** Codes for the outcome of deobfuscation. Codes from `firstFiles` on identify the mapping files that were used. */
const notMinified = 0;
const unproven = 1;
const unsearched = 2;
const firstFiles = 3;
const maxFilesTold = 100;
/** Maximum code. If there are more combinations of mapping files, the remaining combinations share this code. */
const maxCodes = 0xffff;

export class Outcomes {
	private readonly codes: Uint16Array;
	private readonly known = new Map<string, number>();
	/** Paths of the mapping files that were used together. The index of an entry is its code minus `firstFiles`. */
	readonly files: (readonly string[])[] = [];

	constructor(records: number) {
		this.codes = new Uint16Array(records);
	}

	get bytes(): number {
		return this.codes.byteLength;
	}

	codeOf(shown: ShownTrace | undefined): number {
		if (!shown) {
			return notMinified;
		}
		if (shown.kind !== 'deobfuscated') {
			return shown.kind === 'unproven' ? unproven : unsearched;
		}
		const key = shown.paths.join('\n');
		const code = this.known.get(key) ?? Math.min(maxCodes, firstFiles + this.files.length);
		if (!this.known.has(key)) {
			this.known.set(key, code);
			this.files[code - firstFiles] ??= shown.paths;
		}
		return code;
	}

	set(record: number, code: number): void {
		this.codes[record] = code;
	}

	isDeobfuscated(record: number): boolean {
		return (this.codes[record] ?? notMinified) >= firstFiles;
	}

	async count(numbers: Uint32Array, scheduler: Scheduler): Promise<DeobfuscatedRecords | undefined> {
		const counts = new Uint32Array(firstFiles + this.files.length);
		await scheduler.forEachBatch(numbers.length, (from, to) => {
			for (let index = from; index < to; index++) {
				const code = this.codes[numbers[index] ?? 0] ?? notMinified;
				counts[code] = (counts[code] ?? 0) + 1;
			}
		});
		const byFile = new Map<string, number>();
		let records = 0;
		for (const [index, paths] of this.files.entries()) {
			const count = counts[firstFiles + index] ?? 0;
			records += count;
			for (const path of count > 0 ? paths : []) {
				byFile.set(path, (byFile.get(path) ?? 0) + count);
			}
		}
		const minified = counts[unproven] ?? 0;
		const beyond = counts[unsearched] ?? 0;
		return records + minified + beyond === 0
			? undefined
			: {
					records,
					minified,
					...(beyond > 0 && { unsearched: beyond }),
					files: [...byFile]
						.map(([path, count]) => ({ path, records: count }))
						.sort((a, b) => b.records - a.records)
						.slice(0, maxFilesTold),
					moreFiles: Math.max(0, byFile.size - maxFilesTold),
				};
	}
}
