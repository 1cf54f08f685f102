import { type GroupValue, groupVersion } from '../../shared/groupValue';
import type { GroupKey } from '../../shared/results';
import { triagedGroup, triageId } from './changeTriage';
import type { TriagedGroup, TriageEntry, TriageProblem } from './triageEntry';

export interface TriageFile {
	readonly id: string;
	readonly entry: TriageEntry;
}

export interface InvalidTriageFile {
	readonly name: string;
	readonly problem: TriageProblem;
}

/**
 * Two groups with at least this many common frames are treated as the same even if their other frames differ. At most
 * five frames are compared.
 */
const minCommonFrames = 3;

export class TriageEntries {
	readonly files: readonly TriageFile[];
	private readonly byId: ReadonlyMap<string, TriageFile>;
	/** Files that other versions of the grouping rules created. Their names may not match their groups. */
	private readonly outdatedByType: ReadonlyMap<string, readonly TriageFile[]>;

	constructor(
		files: readonly TriageFile[],
		readonly invalid: readonly InvalidTriageFile[] = [],
		readonly isCapped = false,
	) {
		this.files = [...files].sort((a, b) => (a.id < b.id ? -1 : 1));
		this.byId = new Map(files.map((file) => [file.id, file]));
		const outdated = this.files.filter(({ entry: { group } }) => isOutdated(group));
		this.outdatedByType = Map.groupBy(outdated, ({ entry: { group } }) => typeKey(group));
	}

	/** Returns the file of a group, even if the file was created under earlier grouping rules. */
	find(key: GroupKey, value: GroupValue): TriageFile | undefined {
		const group = this.files.length === 0 ? undefined : triagedGroup(key, value);
		return group && (this.byId.get(triageId(key, value)) ?? this.findOutdated(group));
	}

	private findOutdated(group: TriagedGroup): TriageFile | undefined {
		let best: { readonly file: TriageFile; readonly rank: number } | undefined;
		for (const file of this.outdatedByType.get(typeKey(group)) ?? []) {
			const rank = similarity(file.entry.group, group);
			if (rank > (best?.rank ?? 0)) {
				best = { file, rank };
			}
		}
		return best?.file;
	}
}

function isOutdated({ version, by, frames }: TriagedGroup): boolean {
	return version !== groupVersion && (by === 'frames' || by === 'topFrame') && frames.length > 0;
}

function typeKey({ by, type }: TriagedGroup): string {
	return `${by}\n${lastName(type)}`;
}

/** Returns a number that is higher for more similar groups, or 0 for different groups. */
function similarity(one: TriagedGroup, other: TriagedGroup): number {
	const isEqual = (a: readonly string[], b: readonly string[]) =>
		a.length === b.length && a.every((text, at) => text === b[at]);
	if (isEqual(one.frames, other.frames)) {
		return one.type === other.type ? 100 : 99;
	}
	const [frames, others] = [one.frames.map(plainLabel), other.frames.map(plainLabel)];
	if (isEqual(frames, others)) {
		return 98;
	}
	const common = new Set(frames).intersection(new Set(others)).size;
	return common >= minCommonFrames ? common : 0;
}

/**
 * Returns the class and method of a frame. Parameters, packages, and separators are omitted, because other grouping
 * rules may write them differently.
 */
function plainLabel(frame: string): string {
	const [name = ''] = frame.split(/[(<]/, 1);
	return (name.match(/[\p{L}\p{N}_]+/gu) ?? []).slice(-2).join('.').toLowerCase();
}

function lastName(type: string): string {
	return (type.match(/[\p{L}\p{N}_]+/gu) ?? []).at(-1) ?? '';
}
